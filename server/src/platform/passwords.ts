import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 64 MiB and two passes: about 70 ms on a small machine, and expensive to attack on a large one. */
const cost = { memoryCost: 65_536, timeCost: 2, parallelism: 1 }

/** Made once per process, for accounts that do not exist. */
let unusedHash: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

export const isPasswordOf = (storedHash: string, password: string): Promise<boolean> =>
  verify(storedHash, password)

/** Takes as long as a real check, so that the response time does not reveal whether an account exists. */
export async function checkNobody(password: string): Promise<void> {
  unusedHash ??= hashPassword('nobody has this password')
  await verify(await unusedHash, password)
}
