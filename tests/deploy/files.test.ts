import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { parseDockerfile } from './dockerfile.ts'
import composeSchema from './schemas/compose.json' with { type: 'json' }
import kubernetesSchema from './schemas/kubernetes.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifests = readdirSync(join(root, 'deploy/kubernetes')).filter((file) => file !== 'kustomization.yaml')
const documented = new Set(
  [...read('docs/settings.md').matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g)].flat(),
)

interface Manifest {
  kind: keyof typeof kubernetesSchema.kinds
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
}

const manifestsIn = (file: string): Manifest[] =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) =>
    document.toJS({ maxAliasCount: 100 }),
  )

function kubernetesFaults(manifest: unknown, kind: Manifest['kind']): unknown {
  const { kinds, definitions } = kubernetesSchema
  const validate = new Ajv({ strict: false }).compile({ ...kinds[kind], definitions })
  return validate(manifest) ? [] : validate.errors
}

test('the compose file follows the Compose Specification', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(composeSchema)
  const compose = parse(read('deploy/compose.yml'))
  expect(validate(compose) ? [] : validate.errors).toEqual([])
  compose.services.voltline.ports = 3000
  expect(validate(compose)).toBe(false)
})

test.each(manifests)('each object in kubernetes/%s follows the Kubernetes API', (file) => {
  const objects = manifestsIn(file)
  expect(objects.length).toBeGreaterThan(0)
  for (const object of objects) expect(kubernetesFaults(object, object.kind)).toEqual([])
})

test('a manifest with a misspelt field is found', () => {
  const [deployment] = manifestsIn('web.yaml')
  expect(kubernetesFaults({ ...deployment, specs: {} }, 'Deployment')).not.toEqual([])
})

test('the kustomization names every manifest but the example of the secret', () => {
  const { resources } = parse(read('deploy/kubernetes/kustomization.yaml'))
  expect(resources.toSorted()).toEqual(manifests.filter((file) => file !== 'secret.example.yaml').toSorted())
})

test('every setting that a deployment file names is documented', () => {
  const compose = parse(read('deploy/compose.yml'))
  const [config] = manifestsIn('settings.yaml')
  const [secret] = manifestsIn('secret.example.yaml')
  const named = [
    ...Object.keys(compose.services.voltline.environment),
    ...Object.keys(config?.data ?? {}),
    ...Object.keys(secret?.stringData ?? {}),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !documented.has(name))).toEqual([])
})

test('the example of the environment file sets what the compose file requires', () => {
  const required = [...read('deploy/compose.yml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name)
  const set = [...read('deploy/voltline.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect([...new Set(required)].filter((name) => !set.includes(name))).toEqual([])
})

test('the image runs without root, has no tools in its last stage, and copies only what exists', () => {
  const stages = parseDockerfile(read('deploy/Dockerfile'))
  const last = stages.at(-1)
  expect(last?.steps.find((step) => step.instruction === 'USER')?.text).toBe('1000:1000')
  expect(last?.steps.filter((step) => /\bnpm\b|\bapt/.test(step.text))).toEqual([])
  const copied = stages.flatMap((stage) => stage.steps.filter((step) => step.instruction === 'COPY'))
  const sources = copied
    .filter((step) => !step.text.startsWith('--from='))
    .flatMap((step) => step.text.split(' ').slice(0, -1))
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])
})
