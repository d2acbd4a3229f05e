import type { Words } from '../language.ts'

export interface CommonWords {
  skip: string
  home: string
  menu: string
  nav: { benefit: string; start: string; sdk: string; resource: string; showcase: string; help: string }
  session: {
    signIn: string
    signOut: string
    advertiser: string
    publisher: string
    myPage: string
    manage: string
    signOutQuestion: string
    signOutEffect: string
    cancel: string
  }
  consoles: {
    dashboard: string
    campaigns: string
    ads: string
    campaignReport: string
    adReport: string
    publisherHome: string
    apps: string
    inventory: string
    appReward: string
    dailyReport: string
    appReport: string
    userReport: string
  }
  footer: {
    about: string
    product: string
    explore: string
    help: string
    legal: string
    quality: string
    playground: string
    games: string
    apps: string
    mediation: string
    publishers: string
    contact: string
    support: string
    privacy: string
    advertiserTerms: string
    publisherTerms: string
    operators: string
    newTab: string
    language: string
  }
  join: string
  sample: string
  ok: string
  close: string
}

export const common: Words<CommonWords> = {
  en: {
    skip: 'Skip to content',
    home: 'Voltline home',
    menu: 'Menu',
    nav: {
      benefit: 'Benefits',
      start: 'Getting started',
      sdk: 'SDK',
      resource: 'Resources',
      showcase: 'Games and apps',
      help: 'Help',
    },
    session: {
      signIn: 'Sign in',
      signOut: 'Sign out',
      advertiser: 'Advertiser',
      publisher: 'Publisher',
      myPage: 'My page',
      manage: 'Manage console',
      signOutQuestion: 'Sign out?',
      signOutEffect: 'Ads and units go on running. You need your password to come back.',
      cancel: 'Cancel',
    },
    consoles: {
      dashboard: 'Dashboard',
      campaigns: 'Campaigns',
      ads: 'Ads',
      campaignReport: 'Campaign report',
      adReport: 'Ad report',
      publisherHome: 'Home',
      apps: 'Apps',
      inventory: 'Inventory',
      appReward: 'App reward',
      dailyReport: 'Daily report',
      appReport: 'By app',
      userReport: 'By user',
    },
    footer: {
      about: 'A mobile-app ad network for advertisers, publishers and users.',
      product: 'Product',
      explore: 'Explore',
      help: 'Help',
      legal: 'Legal',
      quality: 'Traffic quality',
      playground: 'Playground',
      games: 'Games',
      apps: 'Apps',
      mediation: 'Mediation',
      publishers: 'Publishers',
      contact: 'Contact',
      support: 'Support',
      privacy: 'Privacy policy',
      advertiserTerms: 'Advertiser terms',
      publisherTerms: 'Publisher terms',
      operators: 'Operators',
      newTab: 'opens in a new tab',
      language: 'Language',
    },
    join: 'Join by e-mail',
    sample: 'Sample',
    ok: 'OK',
    close: 'Close',
  },
  ko: {
    skip: '본문으로 건너뛰기',
    home: 'Voltline 홈',
    menu: '메뉴',
    nav: {
      benefit: '혜택',
      start: '시작하기',
      sdk: 'SDK',
      resource: '자료실',
      showcase: '게임과 앱',
      help: '도움말',
    },
    session: {
      signIn: '로그인',
      signOut: '로그아웃',
      advertiser: '광고주',
      publisher: '퍼블리셔',
      myPage: '마이페이지',
      manage: '관리 콘솔',
      signOutQuestion: '로그아웃할까요?',
      signOutEffect: '광고와 인벤토리는 계속 운영돼요. 다시 들어오려면 비밀번호가 필요해요.',
      cancel: '취소',
    },
    consoles: {
      dashboard: '대시보드',
      campaigns: '캠페인',
      ads: '광고',
      campaignReport: '캠페인 리포트',
      adReport: '광고 리포트',
      publisherHome: '홈',
      apps: '앱',
      inventory: '인벤토리',
      appReward: '앱 리워드',
      dailyReport: '일별 리포트',
      appReport: '앱별',
      userReport: '사용자별',
    },
    footer: {
      about: '광고주와 퍼블리셔, 사용자를 잇는 모바일 앱 광고 네트워크.',
      product: '서비스',
      explore: '둘러보기',
      help: '도움말',
      legal: '약관',
      quality: '트래픽 품질',
      playground: '플레이그라운드',
      games: '게임',
      apps: '앱',
      mediation: '미디에이션',
      publishers: '퍼블리셔',
      contact: '문의하기',
      support: '고객 지원',
      privacy: '개인정보 처리방침',
      advertiserTerms: '광고주 이용약관',
      publisherTerms: '퍼블리셔 이용약관',
      operators: '운영자',
      newTab: '새 탭에서 열림',
      language: '언어',
    },
    join: '이메일로 가입하기',
    sample: '예시',
    ok: '확인',
    close: '닫기',
  },
}
