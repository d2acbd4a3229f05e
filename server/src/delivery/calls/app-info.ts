import type { AppInfo, SdkAd } from '@voltline/contract'

/** Score and installs only if the advertiser chose to show them. Ads of older versions may lack fields. */
export function shownAppInfo(info: Partial<AppInfo>): NonNullable<SdkAd['appInfo']> {
  const { Title = '', Genres = [], Free = true, StoreURL = '', Score = null, Installs = '' } = info
  return { Title, Genres, Free, StoreURL, ...(info.Show === true ? { Score, Installs } : {}) }
}
