import { figure, type Guides, list, table, text } from './guide.ts'

export const mediaGuide: Guides = {
  en: {
    title: 'Media guide',
    subtitle: 'Units, formats, rewards, the SDK and the payout calendar.',
    reader: 'For publishers and their developers',
    sections: [
      {
        heading: 'Formats and where they fit',
        blocks: [
          figure('formats', 'The three kinds of unit.', 'Banner', 'Interstitial', 'Video'),
          table(
            ['Format', 'Bought by', 'Best moment'],
            ['Banner', 'CPM, nCPI, nCPA', 'Menus and waiting screens; never under a thumb'],
            ['Interstitial', 'CPC, nCPI, nCPA', 'Between two levels or after a finished task'],
            ['Video', 'CPV, nCPI, nCPA', 'When the user asks for help or an extra; 5 to 35 seconds'],
          ),
        ],
      },
      {
        heading: 'From your app to its first ad',
        blocks: [
          list(
            'Register the app: name, platform, store address, and whether it admits adult ads.',
            'Request its API key. The operator issues it together with the approval.',
            'Open a unit and note its number (MedID). New units are open.',
            'Put the SDK in. Until the approval every request is answered with a marked sample ad.',
            'After the approval paid ads follow by themselves; there is nothing to change in your build.',
          ),
          text(
            'A rejected app shows the reason in its detail. Changing the store address brings an approved app back under review; changing its name does not.',
          ),
        ],
      },
      {
        heading: 'The calls behind the SDK',
        blocks: [
          table(
            ['Call', 'When'],
            ['POST /sdk/v1/session', 'Once per start of the app'],
            ['POST /sdk/v1/ad', 'When a unit is about to be shown'],
            ['POST /sdk/v1/event', 'IMPRESSION on screen, WATCH at the end'],
            ['GET /c/{token}', 'The tap: open the ad’s clickURL'],
            ['POST /sdk/v1/app-reward', 'A daily reward by its key'],
            ['GET /sdk/v1/user', 'The volts of a device'],
          ),
          text(
            'A loaded ad may be shown for ten minutes and watched or clicked for an hour. Sending the same event twice is harmless: it is counted once. AD_NOTFOUND means that nothing fits now; leave the place empty or ask your next network.',
          ),
        ],
      },
      {
        heading: 'Rewards',
        blocks: [
          text(
            'An interstitial or video unit can carry a reward: a name and a number of your choice. When the user has watched to the end, the answer to WATCH holds a receipt, signed with ES256. Send it to your server, check it with the public keys at /sdk/v1/keys, and grant it once by its number (jti).',
          ),
          list(
            'Grant on your server, not in the app, when the reward is worth something.',
            'A repeated WATCH brings the same receipt, never a second one.',
            'App rewards need no ad: once a day per device and key.',
          ),
        ],
      },
      {
        heading: 'Revenue and payout',
        blocks: [
          figure(
            'parting-line',
            'Your part of every charge, with the network’s default share.',
            '10.00 KRW',
            '7.00 KRW  Publisher 70%',
            '2.00 KRW  Network 20%',
            '1.00 volt  User 10%',
          ),
          figure(
            'calendar',
            'Apply once a month, from 100,000 KRW.',
            '1–31 July',
            'earned',
            '1–5 August',
            'applied for',
            'by 30 September',
            'paid',
          ),
        ],
      },
    ],
    closing: 'Downloads and requirements of every SDK stand on the SDK page.',
  },
  ko: {
    title: '매체 가이드',
    subtitle: '인벤토리, 형식, 리워드, SDK, 지급 일정.',
    reader: '퍼블리셔와 개발자를 위한 안내',
    sections: [
      {
        heading: '형식과 어울리는 자리',
        blocks: [
          figure('formats', '세 가지 인벤토리.', '배너', '전면', '동영상'),
          table(
            ['형식', '구매 기준', '좋은 순간'],
            ['배너', 'CPM, nCPI, nCPA', '메뉴와 기다리는 화면. 엄지가 닿는 자리는 피해요'],
            ['전면', 'CPC, nCPI, nCPA', '두 단계 사이 또는 할 일이 끝난 뒤'],
            ['동영상', 'CPV, nCPI, nCPA', '사용자가 도움이나 추가 기능을 원할 때. 5초에서 35초'],
          ),
        ],
      },
      {
        heading: '앱에서 첫 광고까지',
        blocks: [
          list(
            '앱을 등록해요: 이름, 플랫폼, 스토어 주소, 성인 광고 허용 여부.',
            'API 키를 요청해요. 운영자가 승인과 함께 발급해요.',
            '인벤토리를 열고 번호(MedID)를 적어 두세요. 새 인벤토리는 열려 있어요.',
            'SDK를 넣어요. 승인 전에는 모든 요청에 예시 광고가 답해요.',
            '승인되면 유료 광고가 저절로 나와요. 빌드를 바꿀 필요가 없어요.',
          ),
          text(
            '거절된 앱은 상세 화면에 사유가 보여요. 스토어 주소를 바꾸면 다시 심사하고, 이름만 바꾸면 승인이 유지돼요.',
          ),
        ],
      },
      {
        heading: 'SDK 뒤의 호출',
        blocks: [
          table(
            ['호출', '언제'],
            ['POST /sdk/v1/session', '앱을 시작할 때마다 한 번'],
            ['POST /sdk/v1/ad', '인벤토리를 보여 주기 직전'],
            ['POST /sdk/v1/event', '화면에 나오면 IMPRESSION, 끝나면 WATCH'],
            ['GET /c/{token}', '누르면 광고의 clickURL을 열어요'],
            ['POST /sdk/v1/app-reward', '키로 받는 일일 리워드'],
            ['GET /sdk/v1/user', '기기의 볼트'],
          ),
          text(
            '불러온 광고는 10분 동안 보여 줄 수 있고, 1시간 동안 시청하거나 클릭할 수 있어요. 같은 이벤트를 두 번 보내도 한 번만 세요. AD_NOTFOUND는 지금 맞는 광고가 없다는 뜻이에요. 자리를 비우거나 다음 네트워크에 물어보세요.',
          ),
        ],
      },
      {
        heading: '리워드',
        blocks: [
          text(
            '전면과 동영상 인벤토리에는 원하는 이름과 수량의 리워드를 붙일 수 있어요. 끝까지 보면 WATCH의 답에 ES256으로 서명된 영수증이 와요. 서버로 보내 /sdk/v1/keys의 공개 키로 확인하고, 번호(jti)마다 한 번만 지급하세요.',
          ),
          list(
            '값이 있는 리워드는 앱이 아니라 서버에서 지급하세요.',
            'WATCH를 다시 보내면 같은 영수증이 와요. 두 번째 영수증은 없어요.',
            '앱 리워드에는 광고가 필요 없어요. 기기와 키마다 하루 한 번이에요.',
          ),
        ],
      },
      {
        heading: '수익과 지급',
        blocks: [
          figure(
            'parting-line',
            '모든 과금에서 퍼블리셔의 몫, 네트워크 기본 몫을 적용했어요.',
            '10.00원',
            '7.00원  퍼블리셔 70%',
            '2.00원  네트워크 20%',
            '1.00볼트  사용자 10%',
          ),
          figure(
            'calendar',
            '한 달에 한 번, 100,000원부터 신청해요.',
            '7월 1~31일',
            '수익 발생',
            '8월 1~5일',
            '지급 신청',
            '9월 30일까지',
            '지급',
          ),
        ],
      },
    ],
    closing: '모든 SDK의 내려받기와 요구 사항은 SDK 페이지에 있어요.',
  },
}
