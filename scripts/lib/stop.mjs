/** An error whose message is printed without a stack trace. */
export class Stop extends Error {}

/** Runs a script's body. A Stop prints its message, any other fault its stack trace. */
export async function main(body) {
  try {
    process.exitCode = await body()
  } catch (fault) {
    console.error(fault instanceof Stop ? fault.message : fault)
    process.exitCode = 1
  }
}
