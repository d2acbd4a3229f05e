const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs slow work and prints one line with its title and the seconds that it has taken. */
export async function step(title, work) {
  const since = performance.now()
  const { stdout } = process
  const ticking = stdout.isTTY
    ? setInterval(
        () => stdout.write(`\r${title} … ${Math.round((performance.now() - since) / 1000)} s`),
        1000,
      )
    : undefined
  stdout.write(`${title} … `)
  try {
    const result = await work()
    stdout.write(`${stdout.isTTY ? `\r${title} … ` : ''}${seconds(since)}\n`)
    return result
  } catch (fault) {
    stdout.write('failed\n')
    throw fault
  } finally {
    clearInterval(ticking)
  }
}
