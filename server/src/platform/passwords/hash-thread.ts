import { hashSync, verifySync } from '@node-rs/argon2'

/** Argon2id with 64 MiB and two passes: about 70 ms on a small machine, and expensive to attack on a large one. */
const cost = { memoryCost: 65_536, timeCost: 2, parallelism: 1 }

/** Without `storedHash` the password is hashed, otherwise compared with it. */
export interface HashTask {
  password: string
  storedHash?: string
}

export interface HashResult {
  value: string | boolean
  /** Processor time, so that a busy machine does not make the work look larger. */
  workMs: number
}

/** Runs in a thread of the hashing pool. */
export default function run({ password, storedHash }: HashTask): HashResult {
  const before = process.threadCpuUsage()
  const value = storedHash === undefined ? hashSync(password, cost) : verifySync(storedHash, password)
  const used = process.threadCpuUsage(before)
  return { value, workMs: (used.user + used.system) / 1_000 }
}
