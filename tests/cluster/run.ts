import { parseArgs } from 'node:util'
import { minute, second } from '@voltline/kernel'
import { natsServerPath } from '../../server/testing/event-log/nats-server.ts'
import { fullSizes } from './cluster.ts'
import { type FaultOutcome, format, type RunOutcome, runCluster } from './cluster-run.ts'
import { faults, lostDisk } from './faults.ts'

const usage = `Usage: npm run cluster -- [--minutes M] [--seed N] [--senders S] [--control]
Starts three NATS servers, PostgreSQL with a synchronous standby and eight processes of the program on this machine,
sends a flood of requests, and kills, pauses and restarts one of each kind in turn.
--control keeps each event on one server only and deletes that server's data: losses must be reported.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    senders: { type: 'string', default: '12' },
    control: { type: 'boolean', default: false },
  },
})
const [minutes, seed, senders] = [Number(values.minutes), Number(values.seed), Number(values.senders)]
if (!(minutes > 0 && minutes <= 24 * 60 && Number.isSafeInteger(seed) && senders >= 1 && senders <= 1_000)) {
  console.error(usage)
  process.exit(2)
}
if (natsServerPath === undefined) {
  console.error(
    'nats-server is missing: as root run apt-get install -y nats-server, then this command again.',
  )
  process.exit(2)
}

const line = (name: string, cells: readonly (string | number)[]) =>
  console.log(`| ${name.padEnd(52)} | ${cells.map((cell) => String(cell).padStart(10)).join(' | ')} |`)

const damage = ({ lost, twice, overspentWon, booksOff }: RunOutcome['total']) => [
  lost,
  twice,
  overspentWon,
  booksOff,
]

function print({ faults: struck, total, ...run }: RunOutcome): void {
  line('Fault', ['back, s', 'events, s', 'billed, s', 'web, s', 'lost', 'twice', 'overspent', 'books off'])
  for (const { name, seconds, backAfter, ...each } of struck) {
    const { events, billed, web } = backAfter
    line(name, [...[seconds, events, billed, web].map(format), ...damage(each)])
  }
  line('The whole run', ['', '', '', '', ...damage(total)])
  console.log(
    `Seed ${seed}: ${run.acknowledged} events acknowledged in ${run.floodSeconds.toFixed(0)} s, ` +
      `${run.unanswered} without an answer; HTTP statuses ${run.statuses}.`,
  )
}

const isSound = ({ lost, twice, overspentWon, booksOff }: RunOutcome['total']) =>
  lost + twice + overspentWon + booksOff === 0
const isLate = ({ seconds, secondsMax }: FaultOutcome) => seconds === undefined || seconds > secondsMax

const outcome = await runCluster({
  ...{ seed, senders, sizes: fullSizes, say: console.log },
  ...(values.control
    ? { replicas: 1, floodMs: 0, pauseMs: 5 * second, faults: [lostDisk], backMsMax: 15 * second }
    : { replicas: 3, floodMs: minutes * minute, pauseMs: 20 * second, faults, backMsMax: minute }),
})
print(outcome)
if (values.control) {
  const { lost } = outcome.total
  console.log(
    lost > 0 ? `The control lost ${lost} events, and the run says so.` : 'The control lost nothing.',
  )
  process.exitCode = lost > 0 ? 0 : 1
} else {
  const late = outcome.faults.filter(isLate)
  for (const { name, secondsMax } of late) console.log(`Late: ${name} (more than ${secondsMax} s).`)
  const isGood = isSound(outcome.total) && outcome.faults.every(isSound) && late.length === 0
  process.exitCode = isGood ? 0 : 1
}
