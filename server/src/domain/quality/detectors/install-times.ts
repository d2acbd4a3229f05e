/** The classes of the time between a click and its install, by their first second. */
export const installTimesFrom = [0, 30, 60, 300, 3_600, 86_400] as const

export const noInstallTimes = (): number[] => installTimesFrom.map(() => 0)

export const installClassOf = (sinceClickMs: number): number =>
  installTimesFrom.findLastIndex((seconds) => sinceClickMs >= seconds * 1_000)
