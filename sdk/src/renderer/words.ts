const en = {
  ad: 'Advertisement',
  mark: 'Ad',
  why: 'Why this ad',
  close: 'Close',
  play: 'Play',
  soundOn: 'Turn the sound on',
  soundOff: 'Turn the sound off',
  free: 'Free',
  paid: 'Paid',
  get: 'Get',
  open: 'Open',
  installs: (count: string) => `${count} installs`,
}

const ko: typeof en = {
  ad: '광고',
  mark: '광고',
  why: '이 광고가 표시된 이유',
  close: '닫기',
  play: '재생',
  soundOn: '소리 켜기',
  soundOff: '소리 끄기',
  free: '무료',
  paid: '유료',
  get: '받기',
  open: '열기',
  installs: (count) => `다운로드 ${count}회`,
}

/** In the language of the browser. */
export const words = (): typeof en => (navigator.language.startsWith('ko') ? ko : en)
