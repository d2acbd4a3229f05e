import type { Mutant } from '../mutants.ts'

const event = {
  file: 'server/src/delivery/calls/event.ts',
  tests: ['server/src/delivery/calls/event.test.ts', 'server/src/delivery/http/routes.test.ts'],
}
const offerEvent = {
  file: 'server/src/delivery/calls/offer-event.ts',
  tests: ['server/src/delivery/calls/event.test.ts', 'server/src/delivery/http/routes.test.ts'],
}
const click = {
  file: 'server/src/delivery/calls/click.ts',
  tests: ['server/src/delivery/calls/click.test.ts', 'server/src/delivery/calls/event.test.ts'],
}
const postback = {
  file: 'server/src/delivery/calls/postback.ts',
  tests: ['server/src/delivery/calls/click.test.ts'],
}
const device = {
  file: 'server/src/delivery/calls/device.ts',
  tests: ['server/src/delivery/calls/device.test.ts'],
}
const tokens = {
  file: 'server/src/domain/tokens/offer-token.ts',
  tests: ['server/src/domain/tokens/offer-token.test.ts'],
}
const intake = {
  file: 'server/src/delivery/intake/intake.ts',
  tests: ['server/src/delivery/intake/intake.test.ts'],
}

export const deliveryMutants: readonly Mutant[] = [
  {
    ...offerEvent,
    bug: 'a report after midnight counts again: the issue day is that of the arrival',
    from: 'issueDay: utcDay(offer.issuedAt),',
    to: 'issueDay: utcDay(Date.now() as typeof offer.issuedAt),',
  },
  {
    ...event,
    bug: "a token is accepted from another publisher's app",
    from: "if (!medium || medium.app !== app) return refuse('wrong_app', offer, adNotFound)",
    to: "if (!medium) return refuse('wrong_app', offer, adNotFound)",
  },
  {
    ...event,
    bug: 'a token is accepted from another device',
    from: "if (deviceID !== undefined && deviceID !== offer.deviceId) return refuse('wrong_device', offer, adNotFound)\n",
    to: '',
  },
  {
    ...event,
    bug: 'a blocked device may report',
    from: "if (snapshot.blockedDevices.has(offer.deviceId)) return refuse('blocked_device', offer, deviceBlocked)\n",
    to: '',
  },
  {
    ...event,
    bug: 'an expired offer is accepted',
    from: 'if (!isWithinLife(offer, action, now)) {',
    to: 'if (false) {',
  },
  {
    ...event,
    bug: 'a sample ad costs money',
    from: "if (offer.isSample) return reward ? reply(200, { error: 'SUCCESS', reward }) : success\n",
    to: '',
  },
  {
    ...event,
    bug: 'an impression earns a reward',
    from: "const reward = action === 'WATCH' ? medium.reward : undefined",
    to: 'const reward = medium.reward',
  },
  {
    ...event,
    bug: 'a repeated watch gets a new receipt',
    from: 'jti: offerUuid(offer),',
    to: 'jti: crypto.randomUUID(),',
  },
  {
    ...click,
    bug: 'a blocked device may click',
    from: 'if (snapshot.blockedDevices.has(offer.deviceId)) {',
    to: 'if (false) {',
  },
  {
    ...click,
    bug: 'an expired click counts',
    from: "if (!isWithinLife(offer, 'CLICK', now)) {",
    to: 'if (false) {',
  },
  {
    ...click,
    bug: 'a preview of the link counts as a click',
    from: "click_id: isPreview ? '' : await countClick(services, offer, now),",
    to: 'click_id: await countClick(services, offer, now),',
  },
  {
    ...click,
    bug: 'the click id is missing from a target without a macro',
    from: 'if (!hasClickId) {',
    to: 'if (false) {',
  },
  {
    ...postback,
    bug: 'a postback needs no signature',
    from: 'if (secret === undefined || !isSignedWith(secret, postback)) {',
    to: 'if (secret === undefined) {',
  },
  {
    ...postback,
    bug: 'an action is signed like an install',
    from: 'text: `action:',
    to: 'text: `install:',
  },
  {
    ...postback,
    bug: 'an install counts a month after its click',
    from: 'if (!isClickIdValid(click, now)) {',
    to: 'if (false) {',
  },
  {
    ...device,
    bug: 'a blocked device may claim rewards',
    from: 'const { deviceID: deviceId, rewardKey } = input.data\n  if (services.snapshot.blockedDevices.has(deviceId)) return deviceBlocked\n',
    to: 'const { deviceID: deviceId, rewardKey } = input.data\n',
  },
  {
    ...tokens,
    bug: 'the device of a token is not read back',
    from: "const deviceId = text.toString('latin1', termsBytes)",
    to: "const deviceId = text.toString('latin1', termsBytes).toLowerCase()",
  },
  {
    ...tokens,
    bug: 'a sample token is a real one',
    from: 'isSample: text.readUInt8(21) === 1,',
    to: 'isSample: false,',
  },
  {
    ...intake,
    bug: 'an event is acknowledged although it was not written',
    from: 'for (const queued of batch) queued.refuse(fault)',
    to: 'for (const queued of batch) queued.resolve(Boolean(fault))',
  },
  {
    ...intake,
    bug: 'the queue of events has no bound',
    from: 'if (this.#waiting >= this.#limits.queueRowsMax) {',
    to: 'if (false) {',
  },
  {
    ...intake,
    bug: 'an event that waited too long is written',
    from: 'const tooOld = taken.filter((queued) => queued.sinceMs < oldestMs)',
    to: 'const tooOld = taken.filter(() => false)',
  },
]
