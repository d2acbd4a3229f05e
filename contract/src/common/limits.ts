/** Every constant and limit of the product, once. */
export const limits = {
  emailMax: 255,
  nameMax: 255,
  messageMax: 5_000,
  urlMax: 1_024,
  passwordMin: 8,
  passwordMax: 16,
  vcodeLength: 6,
  vcodeTriesMax: 5,
  wrongCodesPerDayMax: 10,
  mobileDigitsMax: 20,
  accountNumberDigitsMax: 40,
  resetLifeMs: 3 * 60_000,
  vcodeLifeMs: 3 * 60_000,
  signupLifeMs: 24 * 3_600_000,
  confirmedPasswordLifeMs: 5 * 60_000,
  humanPassLifeMs: 5 * 60_000,
  accessTokenLifeMs: 12 * 3_600_000,
  /** From sign-in on; no token outlives it. */
  sessionLifeMs: 30 * 24 * 3_600_000,
  operatorSessionLifeMs: 12 * 3_600_000,
  uploadLinkLifeMs: 15 * 60_000,

  budgetMin: 100_000,
  budgetMax: 2_000_000_000,
  budgetDefault: 100_000,
  bidMin: 1,
  bidMinCpm: 1_000,
  bidMax: 100_000,
  creditMax: 2_000_000_000,

  imageBytesMax: 512_000,
  bannerWidthMaxPx: 4_096,
  bannerHeightMaxPx: 2_048,
  interstitialWidthMaxPx: 4_096,
  interstitialHeightMaxPx: 4_096,
  bannerWidthMinPx: 320,
  bannerHeightMinPx: 50,
  /** Width by height. */
  bannerRatioMin: 2,
  bannerRatioMax: 20,
  /** Upright; lying, the two are exchanged. */
  interstitialWidthMinPx: 320,
  interstitialHeightMinPx: 480,
  bannerImagesMax: 2,
  videoBytesMax: 10_485_760,
  videoSecondsMin: 5,
  videoSecondsMax: 35,
  documentBytesMax: 4_194_304,
  documentMegabytesMax: 4,
  chartBytesMax: 4_194_304,
  encodePollMs: 10_000,
  encodePollTriesMax: 10,
  bidRefreshMs: 5_000,

  rowsPerPage: 10,
  pagesPerBlock: 10,
  pageNoMax: 1_000_000,
  toastMs: 2_000,
  hintMs: 2_000,
  headerBorderPx: 50,

  payoutMinimum: 100_000,
  payoutWindowFirstDay: 1,
  payoutWindowLastDay: 5,
  /** The longest period of a case. */
  caseDaysMax: 366,
  appealMax: 2_000,
  appealDays: 14,
  searchDays: 180,
  reportDaysDefault: 7,
  rewardMax: 1_000_000_000,
} as const

export const reportPresets = [7, 15, 30] as const
export const breakpoints = { wide: 1155, medium: 716, mobile: 599 } as const
export const userShareOfPrice = 0.1
export const imageTypes = ['image/jpeg', 'image/png'] as const
export const videoTypes = ['video/mp4', 'video/quicktime'] as const
export const storeHosts = {
  IOS: ['apps.apple.com', 'itunes.apple.com'],
  AOS: ['play.google.com'],
} as const
export const defaultLanguage = 'en'
export const currency = 'KRW'
/** The statistics on public pages are samples, independent of traffic. */
export const sampleEcpm = 6_000
export const encodeAccepted = 202
export const sdkMinimums = { iosToolchain: '10', androidApiLevel: '14', unity: '5.1' } as const
export const defaultMobileCountry = 'KR'
export const defaultTimezone = 'Asia/Seoul'
