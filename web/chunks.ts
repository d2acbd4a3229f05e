const anyOf = (folder: string, names: string): string => `${folder}/(${names})`

/** What the sign-in page loads, in one file because that compresses best. Every other page needs most of it. */
const start = new RegExp(
  [
    anyOf('/node_modules', '(react|react-dom|scheduler|clsx|klona|fast-deep-equal|@mantine/form)/'),
    '/@mantine/core/esm/core/',
    anyOf(
      '/@mantine/core/esm/components',
      '(ActionIcon|Button|CloseButton|Input|InputBase|Loader|PasswordInput|TextInput|Transition|UnstyledButton)/',
    ),
    anyOf(
      '/@mantine/hooks/esm',
      '(use-color-scheme|use-did-update|use-id|use-media-query|use-merged-ref|use-reduced-motion|use-uncontrolled|utils)/',
    ),
    anyOf(
      '/@tabler/icons-react/dist/esm',
      'createReactComponent|defaultAttributes|icons/Icon(AlertCircle|Eye|EyeOff).mjs',
    ),
    anyOf('/contract/src', 'account.ts|common/(call|enums|errors|limits).ts'),
    anyOf(
      '/web/src/app',
      'main|signin-app|signin-path|error-boundary|shell/(plain-layout|footer|logo|skip-link)',
    ),
    anyOf('/web/src/api', 'client|failure|report-error|send|session/|trouble'),
    anyOf('/web/src/features/account', 'signin|signin-form|operator-signin|account.module'),
    '/web/src/i18n/[a-z0-9]+.ts',
    'vite/preload-helper',
    '/web/src/browser/[a-z]+.ts',
    '/web/src/site/logo/',
    anyOf(
      '/web/src/ui',
      'theme/|dialogs/dialogs|dialogs/toast.tsx|controls/button.(tsx|module)|page/card.module|popups/tooltip.tsx|page/loader|page/page|' +
        'fields/(field-props|issue-text|password-field|text-field|use-contract-form)',
    ),
  ]
    .map((part) => `(?:${part})`)
    .join('|'),
)

/** Which modules share a file; the rest is split by the screens that use it. */
export const chunkGroups = [
  { name: 'start', test: start, priority: 2 },
  { name: 'icons', test: /\/@tabler\/icons-react\//, priority: 1 },
]
