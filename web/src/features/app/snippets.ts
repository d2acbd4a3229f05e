export interface SnippetValues {
  server: string
  apiKey: string
  unit: number
  product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO'
  platform: 'AOS' | 'IOS'
}

const showInBrowser = {
  BANNER: (unit: number) =>
    `await voltline.banner({ medID: ${unit}, element: document.querySelector('#voltline-ad') })`,
  INTERSTITIAL: (unit: number) =>
    `const ad = await voltline.interstitial({ medID: ${unit} })\nawait ad.show()`,
  VIDEO: (unit: number) =>
    `const ad = await voltline.rewardedVideo({ medID: ${unit} })\nconst { reward } = await ad.show()`,
} as const

/** The events to report: one when the ad is shown, and for a video one when it was watched to the end. */
const report = (values: SnippetValues, lines: { shown: string; watched: string }): string =>
  values.product === 'VIDEO' ? `${lines.shown}\n${lines.watched}` : lines.shown

const inside = (lines: string): string => lines.replaceAll('\n', '\n    ')

/** Code that can be pasted as it is, with the publisher's key and ad unit. */
export const snippets = {
  JavaScript: (
    values: SnippetValues,
  ) => `${values.product === 'BANNER' ? '<div id="voltline-ad"></div>\n' : ''}<script src="${values.server}/sdk/voltline.js"></script>
<script type="module">
  const voltline = Voltline.init({ apiKey: '${values.apiKey}', platform: '${values.platform}' })
  ${showInBrowser[values.product](values.unit).replaceAll('\n', '\n  ')}
</script>`,
  Android: (values: SnippetValues) => `VoltlineClient voltline =
    new VoltlineClient("${values.server}", "${values.apiKey}", deviceId);
Ad ad = voltline.requestAd(${values.unit}, null, false);
${report(values, {
  shown: 'voltline.report(ad, VoltlineClient.IMPRESSION);',
  watched: 'Reward reward = voltline.report(ad, VoltlineClient.WATCH);',
})}`,
  iOS: (values: SnippetValues) => `let voltline = VoltlineClient(
    server: "${values.server}", apiKey: "${values.apiKey}", deviceID: deviceID)
voltline.requestAd(medID: ${values.unit}) { ad, error in
    guard let ad = ad else { return }
    ${inside(
      report(values, {
        shown: 'voltline.report(.impression, of: ad) { _, _ in }',
        watched: 'voltline.report(.watch, of: ad) { reward, _ in }',
      }),
    )}
}`,
  Unity: (values: SnippetValues) => `var voltline =
    new VoltlineClient("${values.server}", "${values.apiKey}", deviceId, "${values.platform}", transport);
voltline.RequestAd(${values.unit}, null, false, answer => {
    if (!answer.IsGood) return;
    ${inside(
      report(values, {
        shown: 'voltline.Report(answer.Value, VoltlineClient.Impression, shown => { });',
        watched: 'voltline.Report(answer.Value, VoltlineClient.Watch, watched => { });',
      }),
    )}
});`,
  HTTP: (values: SnippetValues) => `curl ${values.server}/sdk/v1/ad \\
  -H 'X-Api-Key: ${values.apiKey}' -H 'Content-Type: application/json' \\
  -d '{"medID": ${values.unit}, "deviceID": "my-device", "test": true}'`,
} as const
export type SnippetKind = keyof typeof snippets
export const snippetKinds = Object.keys(snippets) as SnippetKind[]
