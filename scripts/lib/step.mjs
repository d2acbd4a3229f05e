const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Does something that takes a while under one line, which shows the seconds as they pass. */
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
