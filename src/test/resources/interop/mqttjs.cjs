// Plays the script of InteropIT with MQTT.js. Arguments: URL, protocol version, PEM file of the
// authority or "-", prefix of topics and client ids. One line for each thing that works.
const mqtt = require('mqtt');
const fs = require('fs');

const [url, version, authority, run] = process.argv.slice(2);
const v5 = version === '5';
const ca = authority === '-' ? undefined : fs.readFileSync(authority);
const clients = [];

function check(condition, what) {
  if (!condition) throw new Error(what);
}

async function connect(name, options = {}) {
  const client = mqtt.connect(url, {
    protocolVersion: Number(version),
    protocolId: version === '3' ? 'MQIsdp' : 'MQTT',
    clientId: run + name,
    reconnectPeriod: 0,
    connectTimeout: 15000,
    ca,
    ...options,
  });
  const inbox = [];
  const waiting = [];
  client.on('message', (topic, payload, packet) => {
    const mail = { topic, payload, text: payload.toString(), packet };
    if (waiting.length) waiting.shift()(mail); else inbox.push(mail);
  });
  client.take = () => inbox.length
    ? Promise.resolve(inbox.shift())
    : new Promise((resolve) => waiting.push(resolve));
  clients.push(client);
  // Only now: what a session has kept comes right behind the CONNACK.
  await new Promise((resolve, reject) => {
    client.once('connect', resolve);
    client.once('error', reject);
  });
  return client;
}

const durable = v5
  ? { clean: false, properties: { sessionExpiryInterval: 300 } }
  : { clean: false };

const steps = {
  async 'each QoS both ways'() {
    const client = await connect('q');
    await client.subscribeAsync(run + '/q', { qos: 2 });
    for (const qos of [0, 1, 2]) {
      await client.publishAsync(run + '/q', 'at ' + qos, { qos });
      const mail = await client.take();
      check(mail.text === 'at ' + qos && mail.packet.qos === qos, 'QoS ' + qos);
    }
  },
  async 'retained'() {
    const client = await connect('r');
    await client.publishAsync(run + '/r', 'kept', { qos: 1, retain: true });
    await client.subscribeAsync(run + '/r', { qos: 1 });
    const mail = await client.take();
    check(mail.text === 'kept' && mail.packet.retain, 'the retained message');
    await client.publishAsync(run + '/r', '', { qos: 1, retain: true });
  },
  async 'will'() {
    const watcher = await connect('w');
    await watcher.subscribeAsync(run + '/will', { qos: 1 });
    const dying = await connect('d', { will: { topic: run + '/will', payload: 'gone', qos: 1 } });
    dying.on('error', () => {});
    dying.stream.destroy();
    check((await watcher.take()).text === 'gone', 'the will');
  },
  async 'wildcards'() {
    const client = await connect('c');
    await client.subscribeAsync([run + '/+/t', run + '/k/#'], { qos: 1 });
    await client.publishAsync(run + '/x/t', 'a', { qos: 1 });
    await client.publishAsync(run + '/x/u', 'not', { qos: 1 });
    await client.publishAsync(run + '/k/l/m', 'b', { qos: 1 });
    check((await client.take()).text === 'a', 'plus');
    check((await client.take()).text === 'b', 'hash');
  },
  async 'session'() {
    const first = await connect('s', durable);
    await first.subscribeAsync(run + '/s', { qos: 1 });
    await first.endAsync();
    const publisher = await connect('p');
    for (let i = 0; i < 20; i++) await publisher.publishAsync(run + '/s', 'm' + i, { qos: 1 });
    const again = await connect('s', durable);
    for (let i = 0; i < 20; i++) check((await again.take()).text === 'm' + i, 'message ' + i);
  },
  async 'takeover'() {
    const older = await connect('t');
    older.on('error', () => {});
    const reason = new Promise((resolve) => older.on('disconnect', (p) => resolve(p.reasonCode)));
    const closed = new Promise((resolve) => older.on('close', resolve));
    await connect('t');
    await closed;
    check(!v5 || (await reason) === 0x8e, 'the reason');
  },
  async '900 kB'() {
    const client = await connect('l');
    const payload = Buffer.alloc(900000, 'payload');
    await client.subscribeAsync(run + '/l', { qos: 2 });
    await client.publishAsync(run + '/l', payload, { qos: 2 });
    check((await client.take()).payload.equals(payload), 'the payload');
  },
  async 'unsubscribe'() {
    const client = await connect('u');
    await client.subscribeAsync([run + '/ua', run + '/ub'], { qos: 1 });
    await client.unsubscribeAsync(run + '/ua');
    await client.publishAsync(run + '/ua', 'unwanted', { qos: 1 });
    await client.publishAsync(run + '/ub', 'wanted', { qos: 1 });
    check((await client.take()).text === 'wanted', 'only the other one');
  },
};
if (v5) {
  steps['user properties, request and response'] = async () => {
    const client = await connect('rr');
    await client.subscribeAsync(run + '/ask', { qos: 1 });
    const properties = {
      responseTopic: run + '/answer',
      correlationData: Buffer.from([0, 255, 7]),
      userProperties: { zeta: '1', alpha: ['2', 'ü ☃'] },
    };
    await client.publishAsync(run + '/ask', '2+2', { qos: 1, properties });
    const got = (await client.take()).packet.properties;
    check(got.responseTopic === properties.responseTopic, 'the response topic');
    check(got.correlationData.equals(properties.correlationData), 'the correlation data');
    check(JSON.stringify(got.userProperties) === JSON.stringify(properties.userProperties),
      'the user properties');
  };
  steps['shared subscription'] = async () => {
    const one = await connect('g1');
    const two = await connect('g2');
    await one.subscribeAsync('$share/' + run + '/' + run + '/g', { qos: 1 });
    await two.subscribeAsync('$share/' + run + '/' + run + '/g', { qos: 1 });
    for (let i = 0; i < 10; i++) await one.publishAsync(run + '/g', 'm' + i, { qos: 1 });
    const all = new Set();
    for (let i = 0; i < 5; i++) {
      all.add((await one.take()).text);
      all.add((await two.take()).text);
    }
    check(all.size === 10, 'each message once');
  };
}

(async () => {
  for (const [name, step] of Object.entries(steps)) {
    await step();
    console.log('ok ' + name);
  }
  clients.forEach((client) => client.end(true));
  process.exit(0);
})().catch((failure) => {
  console.error('failed: ' + failure.stack);
  process.exit(1);
});
