const anyOf = (folder: string, names: string): string => `${folder}/(${names})`

const oneOf = (parts: readonly string[]): RegExp => new RegExp(parts.map((part) => `(?:${part})`).join('|'))

/** What the sign-in page loads, in one file because that compresses best. Every other page needs most of it. */
const start = oneOf([
  'rolldown/runtime',
  'vite/preload-helper',
  // With its styles, or the page would name a file that contains nothing else and is left out.
  anyOf('/node_modules/(@mantine|@fontsource-variable|pretendard)', '.*css'),
  '/web/src/tokens.css',
  anyOf('/node_modules', '(react|react-dom|scheduler|clsx)/'),
  '/@mantine/core/esm/core/',
  anyOf(
    '/@mantine/core/esm/components',
    '(ActionIcon|Button|CloseButton|Input|InputBase|Loader|PasswordInput|TextInput|Transition|UnstyledButton)/',
  ),
  anyOf(
    '/@mantine/hooks/esm',
    '(use-color-scheme|use-did-update|use-id|use-isomorphic-effect|use-media-query|use-merged-ref|use-reduced-motion|use-uncontrolled|utils)/',
  ),
  anyOf(
    '/@tabler/icons-react/dist/esm',
    'createReactComponent|defaultAttributes|icons/Icon(AlertCircle|Eye|EyeOff).mjs',
  ),
  '/kernel/src/assert.ts',
  anyOf('/contract/src', '(account|operator).ts|common/(call|enums|errors|limits).ts'),
  anyOf(
    '/web/src/app',
    'main|signin-app|signin-path|error-boundary|shell/(plain-layout|footer|logo|skip-link)',
  ),
  anyOf('/web/src/api', 'client|failure|report-error|send|session/|trouble'),
  anyOf('/web/src/features/account', 'signin|signin-form|use-signin-form|operator-signin|account.module'),
  '/web/src/i18n/[a-z0-9]+.ts',
  '/web/src/browser/[a-z]+.ts',
  '/web/src/site/logo/',
  anyOf(
    '/web/src/ui',
    'theme/|dialogs/dialogs|dialogs/toast.tsx|controls/button.(tsx|module)|page/card.module|popups/tooltip.tsx|page/loader|page/page|' +
      'fields/(contract-errors|field-props|issue-text|password-field|text-field)',
  ),
])

/** Of the menus, the header and the landing pages. */
const frameIcons =
  'Activity|AlertTriangle|Apps|CalendarStats|Cash|ChartBar|ChartDots3|ChartLine|Check|ChevronDown|' +
  'ChevronRight|CircleCheck|ClockPause|Copy|DeviceMobile|DeviceMobileOff|Folders|Gavel|Gift|HelpCircle|' +
  'History|Home|InfoCircle|Key|Layout2|LayoutDashboard|Logout|Menu2|Message|Moon|PhotoCheck|' +
  'PlayerPause|PlayerPlay|PlugConnectedX|Plus|Refresh|Scale|ShieldExclamation|Speakerphone|Sun|Table|' +
  'Users|Wallet|X'

/** What every page of the consoles loads after it: router, server state, menus and the calls' paths. */
const frame = oneOf([
  anyOf('/node_modules', '(react-router|@tanstack/query-core|@tanstack/react-query)/'),
  anyOf('/@mantine/core/esm/components', '(CopyButton|Skeleton)/'),
  anyOf('/@mantine/hooks/esm', '(use-clipboard|use-disclosure)/'),
  anyOf('/@tabler/icons-react/dist/esm/icons', `Icon(${frameIcons}).mjs`),
  '/kernel/src/time.ts',
  anyOf('/contract/src', '(ad|app|campaign|payout|reports|unit).ts'),
  anyOf('/web/src/app', 'router|routes|screen-routes|scroll|guards|queries|error-pages|shell/open-layout'),
  '/web/src/app/console/(?!mobile-menu)',
  '/web/src/features/[a-z-]+/screens.ts',
  anyOf('/web/src/api', 'query|mutation'),
  anyOf(
    '/web/src/ui',
    'controls/(button-link|copyable|icon-button)|page/(banner|card|chip|empty|tiles)|popups/drop-menu|dates/range',
  ),
])

/** Which modules share a file; the rest is split by the screens that use it. */
export const chunkGroups = [
  { name: 'start', test: start, priority: 3 },
  { name: 'frame', test: frame, priority: 2 },
  { name: 'icons', test: /\/@tabler\/icons-react\//, priority: 1 },
]
