import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 64 MiB and two passes: about 70 ms on a small machine, and dear on a large one. */
const cost = { memoryCost: 65_536, timeCost: 2, parallelism: 1 }

/** Made once per process, for accounts that do not exist. */
let nobodysHash: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

export const isPasswordOf = (storedHash: string, password: string): Promise<boolean> =>
  verify(storedHash, password)

/** Takes as long as a real check, so that the time of an answer does not tell whether an account exists. */
export async function checkNobody(password: string): Promise<void> {
  nobodysHash ??= hashPassword('nobody has this password')
  await verify(await nobodysHash, password)
}
