import { HashingPool } from './hashing-pool.ts'

/** One per process: it bounds the processor time of all sign-ins together. */
const pool = new HashingPool()

/** Made once per process, for accounts that do not exist. */
let unusedHash: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> => pool.hash(password)

export const isPasswordOf = (storedHash: string, password: string): Promise<boolean> =>
  pool.verify(storedHash, password)

/** Takes as long as a real check, so that the response time does not reveal whether an account exists. */
async function checkNobody(password: string): Promise<void> {
  unusedHash ??= hashPassword('nobody has this password')
  await isPasswordOf(await unusedHash, password)
}

/** What a call may do with passwords once it has been admitted. */
export interface AdmittedPasswords {
  hash(password: string): Promise<string>
  isOf(storedHash: string, password: string): Promise<boolean>
  checkNobody(password: string): Promise<void>
  release(): void
}

/** Undefined, at once, while the hashes of earlier calls would keep this one waiting for more than a second. */
export function admitPasswords(hashes: number): AdmittedPasswords | undefined {
  const release = pool.admit(hashes)
  return release && { hash: hashPassword, isOf: isPasswordOf, checkNobody, release }
}
