import type { Words } from '../../language.ts'
import type { LegalDocument } from './legal-document.ts'

export const termsPublisher: Words<LegalDocument> = {
  en: {
    title: 'Publisher terms',
    description:
      'The terms under which app publishers show ads on Voltline: apps, shares, payouts, rewards and data.',
    effective: 'In force from 1 November 2026',
    intro:
      'These terms are an agreement between you, the company that opens a publisher account, and the operator of this Voltline network (“we”). By ticking the agreement at sign-up you accept them for your company and confirm that you may act for it.',
    clauses: [
      {
        heading: '1. Words used here',
        paragraphs: [],
        list: [
          'App: a mobile app or game that you register with its store address.',
          'Unit: a place for ads in an app: banner, interstitial or video.',
          'Revenue: your part of what advertisers were charged for your units, in Korean won (KRW).',
          'Volt: the user’s part, counted per app and device. One volt is one won.',
        ],
      },
      {
        heading: '2. Your account',
        paragraphs: [
          'An account belongs to one company and is opened with a business e-mail address. Keep your password to yourself; signing in at a second place ends the first session. What you tell us about yourself must be true and kept up to date.',
        ],
      },
      {
        heading: '3. Your apps',
        paragraphs: [
          'You may register apps that you own or may act for. We review each app before it earns; until then its units receive a marked sample ad that costs nobody anything. A changed store address brings an app back under review. You set for each app whether it admits adult ads.',
          'The API key of an app is yours to guard. Ask for a new one when it may have become known.',
        ],
      },
      {
        heading: '4. Showing ads',
        paragraphs: [
          'Show ads as the SDK delivers them, in view, and set apart from your own content. You do not',
        ],
        list: [
          'load ads that nobody can see, or reload them without a user’s act;',
          'click, watch or install yourself, or have it done by machines or paid people;',
          'offer users anything for a click or an install; a reward is for a watched video or a closed interstitial of a rewarded unit only;',
          'change tokens, links or receipts, or send events for ads that were not shown.',
        ],
      },
      {
        heading: '5. Shares',
        paragraphs: [
          'Of every amount charged for your units, 10% belongs to the user as volts, the network keeps its share, and the rest is your revenue. The network’s share is 20% unless we have told you another figure at least 30 days ahead, so your part is 70%. Amounts are kept exact to a millionth of a won; parts below that are the network’s.',
        ],
      },
      {
        heading: '6. Invalid traffic',
        paragraphs: [
          'Events that are forged, repeated, out of order or otherwise invalid earn nothing. If revenue turns out to rest on such events, we take it back by a further entry and tell you the unit, the day and the reason. If it happens again we may close the unit, revoke the key or block the account.',
        ],
      },
      {
        heading: '7. Being paid',
        paragraphs: [
          'A month closes at its end in Seoul time (Asia/Seoul). From day 1 to day 5, 23:59, of each month you may apply once for the revenue of closed months, from 100,000 KRW. Payment is made by the end of the following month: for the revenue of July you apply by 5 August and are paid by 30 September.',
          'We pay in KRW to the bank account in your payout documents. For this we need a copy of the bank book and of your business registration certificate. We may put a payment on hold while documents are unclear, the account was changed shortly before, or traffic is being checked; we say why. What is below one won stays on your account.',
          'Taxes on your revenue are yours; where the law asks us to withhold tax we do so and give you proof.',
        ],
      },
      {
        heading: '8. Rewards and volts',
        paragraphs: [
          'You set what a rewarded unit grants in your app and you owe it to the user. Each granted reward comes with a signed receipt that your server can verify and should honour once. Volts belong to the user of the device and are kept by us; you may show them, but not sell or take them.',
        ],
      },
      {
        heading: '9. Users’ data',
        paragraphs: [
          'The SDK sends us a device identifier, the platform, and, where you give them, country, language and app version. Tell your users so in your own privacy notice and obtain the consent that the law asks for. Do not send names, e-mail addresses, phone numbers or other direct personal data. Do not use the SDK in apps directed at children under 14.',
        ],
      },
      {
        heading: '10. The SDK',
        paragraphs: [
          'You may use, change and ship the SDK’s source in your apps, to show ads of this network. It is provided as it is.',
        ],
      },
      {
        heading: '11. What we promise, and what we do not',
        paragraphs: [
          'We run the network with care. We do not promise a fill rate or an income; the figures on our public pages are samples. We answer without limit for intent and gross negligence. Otherwise our liability is limited to your revenue of the three months before the damage.',
        ],
      },
      {
        heading: '12. Changes and end',
        paragraphs: [
          'We announce changes of these terms by e-mail at least 30 days before they take effect, with both texts. If you do not agree, close your account before that day. Either side may end this agreement at any time with 30 days’ notice, at once for a serious breach. Revenue earned until then is paid in the next window, also when it is below the minimum.',
        ],
      },
      {
        heading: '13. Law and court',
        paragraphs: [
          'The law of the Republic of Korea applies. The Seoul Central District Court is competent. If the English and the Korean text differ, the Korean text holds.',
        ],
      },
    ],
  },
  ko: {
    title: '퍼블리셔 이용약관',
    description:
      'Voltline에서 광고를 게재하는 앱 퍼블리셔에게 적용되는 약관: 앱, 수익 배분, 지급, 리워드, 데이터.',
    effective: '2026년 11월 1일부터 시행',
    intro:
      '이 약관은 퍼블리셔 계정을 개설하는 회사(이하 “회원”)와 이 Voltline 네트워크의 운영자(이하 “회사”) 사이의 계약입니다. 가입 시 동의란에 표시함으로써 회원은 소속 회사를 대표하여 이 약관에 동의하며, 그럴 권한이 있음을 확인합니다.',
    clauses: [
      {
        heading: '제1조 용어의 정의',
        paragraphs: [],
        list: [
          '앱: 회원이 스토어 주소와 함께 등록하는 모바일 앱 또는 게임입니다.',
          '인벤토리: 앱 안에서 광고가 노출되는 자리로 배너, 전면, 동영상이 있습니다.',
          '수익: 회원의 인벤토리에 대해 광고주에게 과금된 금액 중 회원의 몫이며 원화(KRW)로 계산합니다.',
          '볼트: 앱과 기기별로 집계되는 사용자의 몫입니다. 1볼트는 1원입니다.',
        ],
      },
      {
        heading: '제2조 계정',
        paragraphs: [
          '계정은 하나의 회사에 속하며 업무용 이메일 주소로 개설합니다. 비밀번호는 회원이 직접 관리해야 하며, 다른 곳에서 로그인하면 이전 로그인은 종료됩니다. 회원이 제공하는 정보는 사실이어야 하며 최신 상태로 유지해야 합니다.',
        ],
      },
      {
        heading: '제3조 앱',
        paragraphs: [
          '회원은 직접 소유하거나 대리할 권한이 있는 앱만 등록할 수 있습니다. 앱은 심사를 거쳐 승인된 뒤부터 수익이 발생하며, 그 전에는 누구에게도 비용이 들지 않는 예시 광고가 노출됩니다. 스토어 주소를 변경하면 다시 심사합니다. 성인 광고 허용 여부는 앱마다 회원이 정합니다.',
          '앱의 API 키는 회원이 안전하게 보관해야 하며, 노출이 의심되면 새 키를 요청해야 합니다.',
        ],
      },
      {
        heading: '제4조 광고 게재',
        paragraphs: [
          '광고는 SDK가 전달하는 그대로, 눈에 보이게, 앱의 내용과 구분하여 게재해야 합니다. 다음 행위를 해서는 안 됩니다.',
        ],
        list: [
          '아무도 볼 수 없는 광고를 불러오거나 사용자의 행동 없이 다시 불러오는 행위',
          '직접 또는 기계나 대가를 받은 사람을 통해 클릭, 시청, 설치하는 행위',
          '클릭이나 설치의 대가를 사용자에게 제공하는 행위. 리워드는 리워드 인벤토리의 동영상 시청 또는 전면 광고 종료에 대해서만 지급합니다.',
          '토큰, 링크, 영수증을 변경하거나 노출되지 않은 광고의 이벤트를 보내는 행위',
        ],
      },
      {
        heading: '제5조 수익 배분',
        paragraphs: [
          '회원의 인벤토리에 과금된 모든 금액 중 10%는 볼트로서 사용자에게 귀속되고, 네트워크 몫을 뺀 나머지가 회원의 수익입니다. 네트워크 몫은 회사가 30일 전에 다른 비율을 알리지 않는 한 20%이며, 따라서 회원의 몫은 70%입니다. 금액은 100만분의 1원까지 정확히 관리하며 그 미만은 네트워크에 귀속됩니다.',
        ],
      },
      {
        heading: '제6조 무효 트래픽',
        paragraphs: [
          '위조되거나 반복되었거나 순서가 맞지 않는 등 무효인 이벤트에서는 수익이 발생하지 않습니다. 수익 발생 후 무효로 확인되면 별도의 항목으로 회수하고 인벤토리, 날짜, 사유를 알려 드립니다. 반복되면 인벤토리를 닫거나 키를 폐기하거나 계정을 차단할 수 있습니다.',
        ],
      },
      {
        heading: '제7조 지급',
        paragraphs: [
          '월 마감은 서울 시간(Asia/Seoul)을 기준으로 합니다. 회원은 매월 1일부터 5일 23시 59분까지 마감된 달의 수익에 대하여 100,000원부터 한 번 지급을 신청할 수 있습니다. 지급은 다음 달 말일까지 이루어집니다. 예를 들어 7월 수익은 8월 5일까지 신청하고 9월 30일까지 지급됩니다.',
          '지급은 지급 서류에 기재된 은행 계좌에 원화로 합니다. 이를 위해 통장 사본과 사업자등록증 사본이 필요합니다. 서류가 불분명하거나 계좌가 최근에 변경되었거나 트래픽을 확인 중이면 사유를 알리고 지급을 보류할 수 있습니다. 1원 미만은 계정에 남습니다.',
          '수익에 대한 세금은 회원이 부담하며, 법령상 원천징수가 필요하면 회사가 징수하고 증명을 제공합니다.',
        ],
      },
      {
        heading: '제8조 리워드와 볼트',
        paragraphs: [
          '리워드 인벤토리에서 지급할 내용은 회원이 정하며 사용자에게 지급할 의무도 회원에게 있습니다. 지급되는 리워드마다 서명된 영수증이 발급되며, 회원의 서버에서 검증하여 한 번만 인정해야 합니다. 볼트는 기기 사용자의 것이며 회사가 보관합니다. 회원은 이를 표시할 수 있으나 판매하거나 취득할 수 없습니다.',
        ],
      },
      {
        heading: '제9조 사용자 정보',
        paragraphs: [
          'SDK는 기기 식별자와 플랫폼, 그리고 회원이 제공하는 경우 국가, 언어, 앱 버전을 회사에 전송합니다. 회원은 자신의 개인정보 처리방침에서 이를 알리고 법령이 요구하는 동의를 받아야 합니다. 이름, 이메일, 전화번호 등 직접 식별할 수 있는 개인정보를 전송해서는 안 되며, 만 14세 미만 아동을 대상으로 하는 앱에서는 SDK를 사용할 수 없습니다.',
        ],
      },
      {
        heading: '제10조 SDK',
        paragraphs: [
          '회원은 이 네트워크의 광고를 게재하기 위하여 SDK의 소스를 사용, 수정하고 앱에 포함하여 배포할 수 있습니다. SDK는 있는 그대로 제공됩니다.',
        ],
      },
      {
        heading: '제11조 보증과 책임',
        paragraphs: [
          '회사는 주의를 다하여 네트워크를 운영합니다. 다만 광고 채움률이나 수입을 보증하지 않으며, 공개 페이지의 수치는 예시입니다. 회사의 고의 또는 중대한 과실에 대한 책임은 제한되지 않으며, 그 밖의 책임은 손해 발생 전 3개월 동안의 회원 수익을 한도로 합니다.',
        ],
      },
      {
        heading: '제12조 변경과 해지',
        paragraphs: [
          '약관을 변경할 때에는 시행 30일 전까지 변경 전후의 내용을 이메일로 알립니다. 동의하지 않으면 시행일 전에 계정을 해지할 수 있습니다. 양 당사자는 30일 전에 통지하여 언제든지 계약을 해지할 수 있고, 중대한 위반이 있으면 즉시 해지할 수 있습니다. 그때까지 발생한 수익은 최소 금액에 미치지 않더라도 다음 신청 기간에 지급합니다.',
        ],
      },
      {
        heading: '제13조 준거법과 관할',
        paragraphs: [
          '이 약관에는 대한민국 법을 적용하며 서울중앙지방법원을 관할 법원으로 합니다. 영문과 국문이 다르면 국문을 따릅니다.',
        ],
      },
    ],
  },
}
