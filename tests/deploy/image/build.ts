import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseDockerfile, type Stage } from '../dockerfile.ts'
import { copyContext } from './context.ts'

/** Runs the steps of the Dockerfile with one folder in place of each stage's root; returns the last stage's folder. */
export function buildInFolders(root: string, work: string): { folder: string; stage: Stage } {
  const context = join(work, 'context')
  copyContext(root, context)
  const stages = parseDockerfile(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
  const folderOf = (name: string) => join(work, name || 'image')
  for (const stage of stages) {
    const folder = folderOf(stage.name)
    mkdirSync(join(folder, 'app'), { recursive: true })
    for (const { instruction, text } of stage.steps) {
      if (instruction === 'RUN') runStep(text, folder)
      if (instruction === 'COPY') copyStep(text, { context, folder, folderOf })
    }
  }
  const stage = stages.at(-1)
  if (!stage) throw new Error('The Dockerfile has no stage.')
  return { folder: folderOf(stage.name), stage }
}

function copyStep(
  text: string,
  places: { context: string; folder: string; folderOf: (name: string) => string },
): void {
  const [, from] = /^--from=(\w+) /.exec(text) ?? []
  const names = text.replace(/^--from=\w+ /, '').split(' ')
  const target = names.pop() ?? ''
  for (const name of names) {
    const source = from ? join(places.folderOf(from), name) : join(places.context, name)
    // A folder's contents go into the target; a file goes into a target that ends with a slash.
    const keepsName = target.endsWith('/') && !statSync(source).isDirectory()
    const path = join(places.folder, 'app', keepsName ? join(target, basename(name)) : target)
    mkdirSync(dirname(path), { recursive: true })
    cpSync(source, path, { recursive: true, verbatimSymlinks: true })
  }
}

/** As in an image: the step sees only its own folder, whose /data is written in full. */
function runStep(text: string, folder: string): void {
  console.log(`RUN ${text}`)
  const command = text.replaceAll(/(^|\s)\/data\b/g, `$1${folder}/data`)
  const { status } = spawnSync('sh', ['-ec', command], {
    cwd: join(folder, 'app'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`ended with ${status}: ${text}`)
}
