/**
 * Features that Playwright disables. Chromium obeys the last `--disable-features` only, so the list is repeated here.
 * It is the one of the installed Playwright; compare it after an upgrade.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Two hidden pages of the address bar, which cost 0.7 s of processor time in every new browser context. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  `--disable-features=${[...disabledByPlaywright, ...addressBarPages].join(',')}`,
]
