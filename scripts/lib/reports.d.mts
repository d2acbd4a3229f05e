interface Counts {
  passed: number
  failed: number
  skipped: { name: string; reason: string }[]
}
export function readVitest(report: object): Counts
export function readPlaywright(report: object): Counts
