export interface SnippetValues {
  server: string
  apiKey: string
  unit: number
  product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO'
  platform: 'AOS' | 'IOS'
}

const showIn = {
  BANNER: (unit: number) =>
    `await voltline.banner({ medID: ${unit}, element: document.querySelector('#ad') })`,
  INTERSTITIAL: (unit: number) =>
    `const ad = await voltline.interstitial({ medID: ${unit} })\nawait ad.show()`,
  VIDEO: (unit: number) =>
    `const ad = await voltline.rewardedVideo({ medID: ${unit} })\nconst { reward } = await ad.show()`,
} as const

/** Lines that can be pasted as they are: the key and the unit are the publisher's own. */
export const snippets = {
  JavaScript: (values: SnippetValues) => `<script src="${values.server}/sdk/voltline.js"></script>
<script>
  const voltline = Voltline.init({ apiKey: '${values.apiKey}', platform: '${values.platform}' })
  ${showIn[values.product](values.unit).replaceAll('\n', '\n  ')}
</script>`,
  HTTP: (values: SnippetValues) => `curl ${values.server}/sdk/v1/ad \\
  -H 'X-Api-Key: ${values.apiKey}' -H 'Content-Type: application/json' \\
  -d '{"medID": ${values.unit}, "deviceID": "my-device", "test": true}'`,
} as const
export type SnippetKind = keyof typeof snippets
export const snippetKinds = Object.keys(snippets) as SnippetKind[]
