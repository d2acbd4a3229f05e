import { chromium } from '@playwright/test'
import { languages, sitePaths } from '@voltline/contract'
import lighthouse from 'lighthouse'
import { freePort } from '../server/testing/free-port.ts'
import { buildConsoles } from '../web/consoles.ts'
import { buildSite } from '../web/src/site/build.ts'
import { consolePages } from './web/console-pages.ts'
import { measureFirstLoads } from './web/first-load.ts'
import { measureWeb } from './web/program.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const scoreMin = 95
/** A busy machine lowers the score, so a page may be measured this often; the number of runs is printed. */
const runsMax = 5

type Scores = Record<(typeof categories)[number], number>

interface PageScores {
  scores: Scores
  /** Lighthouse's measure of the machine at that moment; an idle desktop has well over 1,000. */
  machine: number
}

async function scorePage(url: string, port: number): Promise<PageScores> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}.`)
  const score = (name: (typeof categories)[number]) =>
    Math.round((result.lhr.categories[name]?.score ?? 0) * 100)
  const scores = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  }
  return { scores, machine: Math.round(result.lhr.environment.benchmarkIndex) }
}

const isGood = ({ scores }: PageScores): boolean => Object.values(scores).every((score) => score >= scoreMin)

async function measure(origin: string, port: number): Promise<boolean> {
  console.log(`Lighthouse, mobile: ${categories.join(', ')} (each at least ${scoreMin}); runs; machine`)
  let isMet = true
  for (const path of sitePaths) {
    for (const language of languages) {
      const url = `${origin}${path}?lang=${language}`
      let seen = await scorePage(url, port)
      let runs = 1
      for (; runs < runsMax && !isGood(seen); runs += 1) seen = await scorePage(url, port)
      isMet &&= isGood(seen)
      const figures = [...categories.map((category) => seen.scores[category]), runs, seen.machine]
      const row = figures.map((figure) => String(figure).padStart(5)).join('')
      console.log(`${path} ${language}`.padEnd(22) + row + (isGood(seen) ? '' : '   too low'))
    }
  }
  return isMet
}

/** The consoles' first JavaScript is within its limits, and every public page in both languages scores at least 95. */
export async function bench(): Promise<void> {
  await buildConsoles()
  await buildSite()
  const [webPort, browserPort] = [await freePort(), await freePort()]
  const origin = `http://localhost:${webPort}`
  const isMet = await measureWeb({
    settings: { PORT: String(webPort), PUBLIC_URL: origin },
    fill: consolePages,
    async measure(_url, pages) {
      const isSmall = await measureFirstLoads(origin, pages)
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args: ['--no-sandbox', `--remote-debugging-port=${browserPort}`],
      })
      try {
        return (await measure(origin, browserPort)) && isSmall
      } finally {
        await browser.close()
      }
    },
  })
  if (!isMet) throw new Error(`A page scores below ${scoreMin}, or loads too much JavaScript.`)
}
