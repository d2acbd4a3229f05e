import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './child.mjs'
import { step } from './step.mjs'
import { Stop } from './stop.mjs'

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const packages = ['chromium', 'fonts-noto-cjk', 'ffmpeg', 'nats-server']

/** The path of the browser for the tests. */
export const findChromium = () =>
  process.env.CHROMIUM_PATH ?? chromiumNames.map(onPath).find((path) => path !== undefined)

/**
 * Installs what the tests need and npm does not carry, if this is root on Debian; otherwise names it. Without
 * nats-server the tests on JetStream are skipped, and the summary lists them.
 */
export async function ensureMachine() {
  const wanted = [...missing(), ...(hasNatsServer() ? [] : ['nats-server'])]
  if (wanted.length === 0) return
  if (process.getuid() !== 0 || !onPath('apt-get')) {
    if (missing().length === 0) return
    throw new Stop(
      `The tests need ${missing().join(', ')}: as root run apt-get install -y ${packages.join(' ')}, then npm test again.`,
    )
  }
  await step(`Installing ${wanted.join(', ')} (once, 1–3 minutes)`, async () => {
    await apt('update')
    await apt('install', '-y', '--no-install-recommends', ...packages)
  })
  if (missing().length > 0)
    throw new Stop(`${missing().join(', ')} cannot be found, although it has been installed.`)
}

function missing() {
  return [
    ['Chromium', findChromium()],
    ['a Korean font', hasKoreanFont()],
    ['ffmpeg', process.env.FFMPEG_PATH ?? onPath('ffmpeg')],
    ['ffprobe', process.env.FFPROBE_PATH ?? onPath('ffprobe')],
  ].flatMap(([name, found]) => (found ? [] : [name]))
}

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** Debian puts it into a folder that is only on the PATH of root. */
const hasNatsServer = () => onPath('nats-server') || existsSync('/usr/sbin/nats-server')

function hasKoreanFont() {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts'].filter((folder) => existsSync(folder))
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true }))
  return files.some((file) =>
    /(NotoSans(CJK|KR)|Nanum|Pretendard|UnDotum|Baekmuk)[^/]*\.(ttc|ttf|otf)$/.test(file),
  )
}

async function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output } = await runQuietly('apt-get', args, { env })
  if (code !== 0)
    throw new Stop(`${output.trim().split('\n').slice(-15).join('\n')}\napt-get ${args[0]} failed.`)
}
