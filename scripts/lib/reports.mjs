/**
 * What a JSON report of vitest says: counts, and each skipped test with its reason. A file that broke outside its tests
 * counts as one failure, because its tests are then only reported as skipped.
 */
export function readVitest({ testResults }) {
  const counts = { passed: 0, failed: 0, skipped: [] }
  for (const { name: file, status, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length
    const isBroken = failed === 0 && status === 'failed'
    counts.failed += isBroken ? 1 : failed
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1
      else if (test.status !== 'failed') {
        const reason = isBroken
          ? `${file} failed outside its tests`
          : (test.meta.skipReason ?? 'no reason given')
        counts.skipped.push({ name: test.fullName, reason })
      }
    }
  }
  return counts
}

/** The same from a JSON report of Playwright. There are no retries, so no test counts as flaky. */
export function readPlaywright({ suites, stats }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: suites.flatMap(skippedIn),
  }
}

function skippedIn({ title, specs, suites = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'skipped')
      .map((test) => ({
        name: `${title} ${spec.title}`,
        reason:
          test.annotations.find((annotation) => annotation.type === 'skip')?.description ?? 'no reason given',
      })),
  )
  return [...own, ...suites.flatMap(skippedIn)]
}
