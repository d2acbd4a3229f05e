import { expect, test } from 'vitest'
import { Alarm } from './alarm.ts'

const longMs = 60_000

test('a ring ends the wait', async () => {
  const alarm = new Alarm()
  const waited = alarm.wait(longMs)
  alarm.ring()
  await waited
})

test('a ring before the wait ends it at once, and only one wait', async () => {
  const alarm = new Alarm()
  alarm.ring()
  alarm.ring()
  await alarm.wait(longMs)
  const startedAtMs = performance.now()
  await alarm.wait(20)
  expect(performance.now() - startedAtMs).toBeGreaterThan(15)
})

test('a pause outlasts a ring, which the next wait still sees', async () => {
  const alarm = new Alarm()
  const startedAtMs = performance.now()
  const paused = alarm.pause(20)
  alarm.ring()
  await paused
  expect(performance.now() - startedAtMs).toBeGreaterThan(15)
  await alarm.wait(longMs)
})

test('closing ends a wait, a pause and all later ones', async () => {
  const waiting = new Alarm()
  const waited = waiting.wait(longMs)
  waiting.close()
  await waited
  const pausing = new Alarm()
  const paused = pausing.pause(longMs)
  pausing.close()
  await paused
  await pausing.wait(longMs)
  await pausing.pause(longMs)
})
