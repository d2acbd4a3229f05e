/** What the user is told instead of a stack trace. */
export class Stop extends Error {}

/** Runs a script's body; a Stop ends it with its one line, and any other fault shows where it came from. */
export async function main(body) {
  try {
    process.exitCode = await body()
  } catch (fault) {
    console.error(fault instanceof Stop ? fault.message : fault)
    process.exitCode = 1
  }
}
