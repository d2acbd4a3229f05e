import type { Feature } from '../components/feature-grid.tsx'
import type { Words } from '../language.ts'

export interface BenefitWords {
  title: string
  description: string
  headline: string
  lead: string
  advertisers: { heading: string; lead: string; features: Feature[] }
  publishers: { heading: string; lead: string; features: Feature[] }
  shares: {
    heading: string
    lead: string
    columns: [string, string, string, string, string]
    rows: [name: string, price: string, charged: string][]
    note: string
  }
  users: { heading: string; lead: string; features: Feature[] }
  mainnet: {
    heading: string
    lead: string
    steps: Feature[]
    stays: { heading: string; points: string[] }
    open: { heading: string; points: string[] }
  }
  action: { title: string; text: string }
}

export const benefit: Words<BenefitWords> = {
  en: {
    title: 'Benefits | Voltline',
    description:
      'What advertisers, publishers and users get from Voltline: second price, hard limits, a 70% share, rewards with receipts, and volts.',
    headline: 'What each end of the line gets.',
    lead: 'An advertiser’s won runs to the app that showed the ad, to the network that carried it and to the person who looked. Here is what that means for each of them.',
    advertisers: {
      heading: 'For advertisers',
      lead: 'You decide what an event is worth. The auction finds the lowest price at which you still win it.',
      features: [
        {
          title: 'Second price',
          text: 'You pay what it takes to stay ahead of the best rival. Never above your maximum, never below your minimum, and your own ads do not outbid each other.',
        },
        {
          title: 'Limits that hold',
          text: 'Day limit, ad limit, campaign budget and cash are checked in the same step that charges you. None of them is ever passed.',
        },
        {
          title: 'Five ways to pay',
          text: 'CPM for views, CPC for clicks, CPV for full watches, nCPI for installs and nCPA for actions. Each ad has its own.',
        },
        {
          title: 'Your hours and places',
          text: 'Run on the weekdays you choose, in your own time zone, in chosen countries or everywhere.',
        },
        {
          title: 'Installs you can check',
          text: 'Your postback is signed with a secret that only you hold. One install per device and campaign in seven days.',
        },
        {
          title: 'Reports that add up',
          text: 'By campaign, by ad and by day, to the same won that left your cash. Every table leaves as CSV.',
        },
      ],
    },
    publishers: {
      heading: 'For publishers',
      lead: 'You keep 70%. You see which app, which unit and which day they came from.',
      features: [
        {
          title: '70% of every charge',
          text: 'Ten percent go to the user and twenty to the network; the rest is yours, kept exact to a millionth of a won.',
        },
        {
          title: 'Units in your hand',
          text: 'Banner, interstitial and video units open and close one by one or all at once.',
        },
        {
          title: 'Rewards with receipts',
          text: 'Each reward comes with a signed receipt that your server can verify, so nobody earns it twice.',
        },
        {
          title: 'The ads you admit',
          text: 'Adult ads reach only the apps that allow them. The choice is yours, app by app.',
        },
        {
          title: 'Integrate before approval',
          text: 'A marked sample ad answers your first requests, so your build is ready on the day you are approved.',
        },
        {
          title: 'A payout calendar',
          text: 'Apply from day 1 to day 5, from 100,000 KRW. Paid by the end of the following month.',
        },
      ],
    },
    shares: {
      heading: 'One charge, three parts',
      lead: 'Whatever an ad is bought by, the charge parts in the same way.',
      columns: ['Bought by', 'Charged, KRW', 'Publisher 70%', 'Network 20%', 'User 10%, volts'],
      rows: [
        ['One impression', 'CPM 10,000', '10'],
        ['One click', 'CPC 500', '500'],
        ['One full watch', 'CPV 30', '30'],
        ['One install', 'nCPI 2,000', '2000'],
        ['One action', 'nCPA 5,000', '5000'],
      ],
      note: 'Sample prices, with the network’s default part of 20%. What rounding leaves over below a millionth of a won is the network’s.',
    },
    users: {
      heading: 'For the people who look',
      lead: 'Attention is worth something. A tenth of every charge is kept for the user as volts.',
      features: [
        {
          title: 'One volt is one won',
          text: 'No exchange rate to guess. What an ad earned for you is what you see.',
        },
        {
          title: 'Kept in the app',
          text: 'Volts are counted per app and device from the first ad, without an account.',
        },
        { title: 'Seen often enough', text: 'The same ad is shown to one device at most ten times a day.' },
      ],
    },
    mainnet: {
      heading: 'How the move to the new mainnet works',
      lead: 'Volts began as points on one chain and move to another mainnet with their own wallet. The move changes where volts live, not how many you have.',
      steps: [
        {
          title: 'Counting goes on',
          text: 'Before, during and after the move every app counts its users’ volts as it does today.',
        },
        {
          title: 'Link a wallet',
          text: 'When the new mainnet opens, a user links one wallet address, good for up to three devices. Balances then move to that address.',
        },
        {
          title: 'Withdraw',
          text: 'After the move a user may withdraw once a day. An operator settles each withdrawal.',
        },
      ],
      stays: {
        heading: 'What stays',
        points: ['One volt is one won', 'The user’s 10% of every charge', 'Balances earned before the move'],
      },
      open: {
        heading: 'What is not open yet',
        points: [
          'Linking a wallet',
          'Withdrawing volts',
          'The date of the move, which we announce 30 days ahead',
        ],
      },
    },
    action: { title: 'Find your end of the line.', text: 'Join with your business e-mail in three steps.' },
  },
  ko: {
    title: '혜택 | Voltline',
    description:
      '광고주, 퍼블리셔, 사용자가 Voltline에서 얻는 것: 차순위 가격, 지켜지는 한도, 70% 배분, 영수증 있는 리워드, 볼트.',
    headline: '라인 위의 모두가 얻는 것.',
    lead: '광고주의 1원은 광고를 보여 준 앱, 광고를 나른 네트워크, 광고를 본 사람에게 나뉘어요. 각자에게 어떤 의미인지 정리했어요.',
    advertisers: {
      heading: '광고주라면',
      lead: '이벤트의 가치는 직접 정하세요. 경매가 이길 수 있는 가장 낮은 가격을 찾아요.',
      features: [
        {
          title: '차순위 가격',
          text: '가장 강한 경쟁 광고보다 앞서는 데 필요한 만큼만 내요. 최대 비용을 넘지 않고, 내 광고끼리는 가격을 올리지 않아요.',
        },
        {
          title: '지켜지는 한도',
          text: '일 한도, 광고 한도, 캠페인 예산, 캐시를 과금하는 바로 그 단계에서 확인해요. 어느 것도 넘지 않아요.',
        },
        {
          title: '다섯 가지 과금',
          text: '노출은 CPM, 클릭은 CPC, 시청 완료는 CPV, 설치는 nCPI, 액션은 nCPA. 광고마다 따로 정해요.',
        },
        {
          title: '원하는 시간과 국가',
          text: '내 시간대를 기준으로 요일을 고르고, 국가를 지정하거나 전 세계에 내보내요.',
        },
        {
          title: '검증되는 설치',
          text: '포스트백은 광고주만 아는 비밀키로 서명해요. 설치는 7일 동안 기기와 캠페인당 한 번만 세요.',
        },
        {
          title: '합이 맞는 리포트',
          text: '캠페인별, 광고별, 일별 숫자가 캐시에서 나간 금액과 일치해요. 모든 표를 CSV로 내려받아요.',
        },
      ],
    },
    publishers: {
      heading: '퍼블리셔라면',
      lead: '10원 중 7원이 퍼블리셔의 몫이에요. 어느 앱, 어느 인벤토리, 어느 날에서 왔는지 보여요.',
      features: [
        {
          title: '모든 과금의 70%',
          text: '10%는 사용자, 20%는 네트워크, 나머지가 퍼블리셔의 몫이에요. 100만분의 1원까지 정확히 세요.',
        },
        { title: '손안의 인벤토리', text: '배너, 전면, 동영상 인벤토리를 하나씩 또는 한꺼번에 열고 닫아요.' },
        {
          title: '영수증 있는 리워드',
          text: '리워드마다 서버에서 검증할 수 있는 서명된 영수증이 와서 두 번 받을 수 없어요.',
        },
        { title: '허용한 광고만', text: '성인 광고는 허용한 앱에만 나가요. 앱마다 직접 정해요.' },
        {
          title: '승인 전에 연동',
          text: '승인 전 요청에는 예시 광고가 답해요. 승인되는 날 바로 시작할 수 있어요.',
        },
        {
          title: '정해진 지급일',
          text: '매월 1일부터 5일까지 100,000원부터 신청하고, 다음 달 말까지 받아요.',
        },
      ],
    },
    shares: {
      heading: '한 번의 과금, 세 개의 몫',
      lead: '무엇으로 사든 과금은 같은 방식으로 나뉘어요.',
      columns: ['구매 기준', '과금, 원', '퍼블리셔 70%', '네트워크 20%', '사용자 10%, 볼트'],
      rows: [
        ['노출 한 번', 'CPM 10,000', '10'],
        ['클릭 한 번', 'CPC 500', '500'],
        ['시청 완료 한 번', 'CPV 30', '30'],
        ['설치 한 번', 'nCPI 2,000', '2000'],
        ['액션 한 번', 'nCPA 5,000', '5000'],
      ],
      note: '네트워크 기본 몫 20%를 적용한 예시 가격이에요. 100만분의 1원 미만의 나머지는 네트워크 몫이에요.',
    },
    users: {
      heading: '광고를 보는 사람이라면',
      lead: '관심에는 값이 있어요. 모든 과금의 10분의 1이 볼트로 사용자에게 쌓여요.',
      features: [
        { title: '1볼트는 1원', text: '환율을 짐작할 필요가 없어요. 광고로 번 만큼 그대로 보여요.' },
        { title: '앱 안에 쌓여요', text: '첫 광고부터 앱과 기기별로 세요. 계정이 없어도 돼요.' },
        { title: '지나치지 않게', text: '같은 광고는 한 기기에 하루 열 번까지만 나가요.' },
      ],
    },
    mainnet: {
      heading: '새 메인넷으로 이렇게 옮겨 가요',
      lead: '한 체인의 포인트로 시작한 볼트가 전용 지갑과 함께 다른 메인넷으로 옮겨 가요. 바뀌는 건 볼트가 있는 곳이지 볼트의 수가 아니에요.',
      steps: [
        {
          title: '적립은 계속',
          text: '이전하기 전에도, 하는 동안에도, 한 뒤에도 앱은 지금처럼 볼트를 세요.',
        },
        {
          title: '지갑 연결',
          text: '새 메인넷이 열리면 지갑 주소 하나를 연결해요. 기기 세 대까지 쓸 수 있고, 잔액이 그 주소로 옮겨 가요.',
        },
        { title: '출금', text: '이전이 끝나면 하루 한 번 출금할 수 있고, 출금마다 운영자가 정산해요.' },
      ],
      stays: {
        heading: '그대로인 것',
        points: ['1볼트는 1원', '모든 과금의 10%는 사용자 몫', '이전하기 전에 쌓은 잔액'],
      },
      open: {
        heading: '아직 열리지 않은 것',
        points: ['지갑 연결', '볼트 출금', '이전 날짜. 30일 전에 알려 드려요'],
      },
    },
    action: { title: '라인 위에 자리를 잡으세요.', text: '업무용 이메일로 세 단계면 가입해요.' },
  },
}
