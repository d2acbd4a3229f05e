/** Imports point one way: kernel ← contract ← platform ← domain ← console, delivery, billing, worker ← program. */
const roles = '^server/src/(console|delivery|billing|worker)/'
const tests = '\\.(test|spec)\\.tsx?$'
/** What may join several roles: the program, its commands, its demo data, and what tests start it with. */
const joins = '^server/(src/((main|program)\\.ts|cli/|demo)|testing/)'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'kernel-imports-nothing',
      'The kernel depends on nothing.',
      { path: '^kernel/', pathNot: tests },
      { pathNot: '^kernel/' },
    ),
    rule(
      'contract-imports-kernel-only',
      'The contract is shared by screens, routes and tests: it knows the kernel and its schema library.',
      { path: '^contract/', pathNot: tests },
      { pathNot: ['^(contract|kernel)/', 'node_modules/zod/'] },
    ),
    rule(
      'role-never-imports-role',
      'What two roles need moves down to the domain, or is passed in by program.ts.',
      { path: roles, pathNot: tests },
      { path: roles, pathNot: '^server/src/$1/' },
    ),
    rule(
      'platform-knows-no-rule',
      'Platform holds no business rule, so it never imports the domain.',
      { path: '^server/src/platform/', pathNot: tests },
      { path: '^server/src/domain/' },
    ),
    rule(
      'sql-is-in-the-domain',
      'Rows are read and written below the roles: a role calls the domain.',
      { path: roles, pathNot: tests },
      { path: '^server/src/platform/database/(sql|rows)\\.ts' },
    ),
    rule(
      'only-program-joins-roles',
      'The domain, the platform and other shared code never know who uses them.',
      { path: '^(server|sdk|contract|kernel)/', pathNot: [roles, joins, tests] },
      { path: roles },
    ),
    rule(
      'feature-never-imports-feature',
      'What two features of the console need moves down, or meets where the features are joined.',
      { path: '^server/src/console/features/((?:operator/)?[^/]+)/', pathNot: tests },
      { path: '^server/src/console/features/', pathNot: '^server/src/console/features/$1/' },
    ),
    rule(
      'screen-never-imports-screen',
      'What two features of the web need moves down to ui, or meets in app.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    rule(
      'web-and-server-never-meet',
      'They share the contract, nothing else.',
      { path: '^(web|server)/', pathNot: tests },
      { path: '^(web|server)/', pathNot: '^$1/' },
    ),
    rule(
      'site-stays-small',
      'The public pages load fast because none of this is in them, by however many steps.',
      { path: '^web/src/site/' },
      {
        path: ['^web/src/(app|features)/', 'node_modules/(react-router|@mantine|i18next|react-i18next)(/|$)'],
        reachable: true,
      },
    ),
    rule(
      'every-import-is-found',
      'An import that cannot be followed would hide from all other rules.',
      { pathNot: '\\.d\\.ts$' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
