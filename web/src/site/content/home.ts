import type { Words } from '../language.ts'

export interface HomeWords {
  title: string
  headline: string[]
  lead: string
  playground: string
  line: {
    about: string
    price: string
    priceName: string
    priceText: string
    publisher: string
    publisherName: string
    publisherText: string
    network: string
    networkName: string
    networkText: string
    user: string
    userName: string
    userText: string
  }
  figures: { ecpm: string; impressions: string; revenue: string; users: string; note: string }
  advertisers: {
    chip: string
    heading: string[]
    points: string[]
    who: string
    pays: string
    bids: string[]
  }
  publishers: { chip: string; heading: string[]; points: string[]; revenue: string; days: string[] }
  unit: string
  more: string
  formats: {
    heading: string
    lead: string
    banner: string[]
    interstitial: string[]
    video: string[]
    ad: string
  }
  volts: { heading: string[]; text: string; action: string; steps: [string, string][] }
  sdk: {
    heading: string
    lead: string
    all: string
    ios: string
    android: string
    unity: string
    unreal: string
  }
}

export const home: Words<HomeWords> = {
  en: {
    title: 'Voltline: ads that pay everyone on the line',
    headline: ['Ads that pay', 'everyone on the line.'],
    lead: 'A mobile-app ad network you can run yourself. Advertisers bid, publishers earn, and users keep 10% of every won as volts.',
    playground: 'Try the playground',
    line: {
      about:
        'How the 10 won of one impression are shared: 7 won to the publisher, 2 won to the network, 1 won to the user as a volt.',
      price: '10.00 KRW',
      priceName: 'One impression',
      priceText: 'charged to the advertiser at 10,000 per 1,000',
      publisher: '7.00 KRW',
      publisherName: 'Publisher',
      publisherText: '70%, the app that showed it',
      network: '2.00 KRW',
      networkName: 'Network',
      networkText: '20%, set by the operator',
      user: '1.00 volt',
      userName: 'User',
      userText: '10%, kept in the app',
    },
    figures: {
      ecpm: 'KRW eCPM',
      impressions: 'impressions a month',
      revenue: 'KRW publisher revenue a month',
      users: 'users a day',
      note: 'Sample figures, to show what the numbers mean. Not a promise of earnings.',
    },
    advertisers: {
      chip: 'Advertisers',
      heading: ['Bid your best, pay', 'the second price.'],
      points: [
        'From nothing to a running ad in five minutes',
        'Never charged above a limit, a budget or your cash',
        'Charged only for the event you chose to buy',
      ],
      who: 'Who wins, KRW per 1,000',
      pays: 'You pay 7,440',
      bids: ['Your ad', 'Runner-up', 'Third'],
    },
    publishers: {
      chip: 'Publishers',
      heading: ['Know what each', 'screen earns.'],
      points: [
        'Revenue by day, by app and by ad unit',
        'Rewards your users can feel, from the same ad',
        'Apply from day 1 to 5, paid by the end of the month after',
      ],
      revenue: 'Revenue, 7 days',
      days: ['W', 'T', 'F', 'S', 'S', 'M', 'T'],
    },
    unit: 'KRW',
    more: 'All benefits',
    formats: {
      heading: 'Three formats, five ways to pay',
      lead: 'Pay for a view, a click, a full watch, an install or an action. Choose per ad.',
      banner: ['Banner', 'A strip that stays out of the way.'],
      interstitial: ['Interstitial', 'A full screen between two moments.'],
      video: ['Video', '5 to 35 seconds, with a reward.'],
      ad: 'Ad',
    },
    volts: {
      heading: ['Volts are moving', 'to a new mainnet.'],
      text: 'One volt is one won. The user’s part of every ad is counted as volts in the app today, and the count moves along to the new chain.',
      action: 'How the move works',
      steps: [
        ['Keep earning', 'Each app keeps its user’s count of volts, now and during the move'],
        ['Link a wallet', 'One address for up to three devices, once the new mainnet opens'],
        ['Withdraw', 'Once a day, settled by an operator, after the move'],
      ],
    },
    sdk: {
      heading: 'Put it in your app',
      lead: 'Thin clients with source, a sample and a README.',
      all: 'All SDKs',
      ios: 'Xcode {version} or later',
      android: 'API level {version} or later',
      unity: '{version} or later',
      unreal: 'Source and sample',
    },
  },
  ko: {
    title: 'Voltline: 광고 한 편으로 모두가 버는 라인',
    headline: ['광고 한 편으로', '모두가 버는 라인.'],
    lead: '직접 운영할 수 있는 모바일 앱 광고 네트워크예요. 광고주는 입찰하고, 퍼블리셔는 수익을 얻고, 사용자는 광고비의 10%를 볼트로 받아요.',
    playground: '플레이그라운드 체험하기',
    line: {
      about: '노출 한 번의 10원이 나뉘는 모습: 퍼블리셔 7원, 네트워크 2원, 사용자 1원(1볼트).',
      price: '10.00원',
      priceName: '노출 한 번',
      priceText: '1,000회당 10,000원일 때 광고주가 내는 금액',
      publisher: '7.00원',
      publisherName: '퍼블리셔',
      publisherText: '70%, 광고를 보여준 앱',
      network: '2.00원',
      networkName: '네트워크',
      networkText: '20%, 운영자가 정해요',
      user: '1.00볼트',
      userName: '사용자',
      userText: '10%, 앱 안에 쌓여요',
    },
    figures: {
      ecpm: '원 eCPM',
      impressions: '월 노출 수',
      revenue: '원, 월 퍼블리셔 수익',
      users: '일 사용자 수',
      note: '숫자의 의미를 보여 주는 예시예요. 실제 수익을 약속하지 않아요.',
    },
    advertisers: {
      chip: '광고주',
      heading: ['최고가로 입찰하고', '차순위 가격만 내세요.'],
      points: [
        '5분이면 첫 광고가 돌아가요',
        '한도, 예산, 캐시를 넘겨 과금하지 않아요',
        '광고마다 고른 이벤트만 과금해요',
      ],
      who: '낙찰 순위, 1,000회당 원',
      pays: '실제 지불 7,440',
      bids: ['내 광고', '2위', '3위'],
    },
    publishers: {
      chip: '퍼블리셔',
      heading: ['화면마다 얼마를', '버는지 알 수 있어요.'],
      points: [
        '일별, 앱별, 광고 단위별 수익',
        '같은 광고에서 사용자에게 돌아가는 리워드',
        '1일부터 5일까지 신청하면 다음 달 말까지 지급',
      ],
      revenue: '최근 7일 수익',
      days: ['수', '목', '금', '토', '일', '월', '화'],
    },
    unit: '원',
    more: '모든 혜택 보기',
    formats: {
      heading: '세 가지 형식, 다섯 가지 과금',
      lead: '노출, 클릭, 시청 완료, 설치, 액션 중에서 광고마다 골라요.',
      banner: ['배너', '방해하지 않고 자리를 지키는 띠.'],
      interstitial: ['전면', '두 순간 사이를 채우는 한 화면.'],
      video: ['동영상', '5초에서 35초, 리워드와 함께.'],
      ad: '광고',
    },
    volts: {
      heading: ['볼트가 새 메인넷으로', '옮겨 가요.'],
      text: '1볼트는 1원이에요. 광고마다 사용자의 몫이 지금도 앱 안에 볼트로 쌓이고, 그 잔액이 새 체인으로 그대로 옮겨 가요.',
      action: '이전 방법 보기',
      steps: [
        ['계속 적립', '이전하는 동안에도 앱마다 사용자의 볼트를 그대로 세요'],
        ['지갑 연결', '새 메인넷이 열리면 주소 하나에 기기 세 대까지'],
        ['출금', '이전이 끝나면 하루 한 번, 운영자가 정산해요'],
      ],
    },
    sdk: {
      heading: '앱에 넣어 보세요',
      lead: '소스와 예제, README가 담긴 가벼운 클라이언트예요.',
      all: '모든 SDK',
      ios: 'Xcode {version} 이상',
      android: 'API 레벨 {version} 이상',
      unity: '{version} 이상',
      unreal: '소스와 예제',
    },
  },
}
