import type { Words } from '../../language.ts'
import type { LegalDocument } from './legal-document.ts'

export const termsAdvertiser: Words<LegalDocument> = {
  en: {
    title: 'Advertiser terms',
    description:
      'The terms under which advertisers buy ads on Voltline: auction, charges, limits, cash and content.',
    effective: 'In force from 1 November 2026',
    intro:
      'These terms are an agreement between you, the company that opens an advertiser account, and the operator of this Voltline network (“we”). By ticking the agreement at sign-up you accept them for your company and confirm that you may act for it.',
    clauses: [
      {
        heading: '1. Words used here',
        paragraphs: [],
        list: [
          'Ad: a banner, interstitial or video that you register in a campaign, with its limits, schedule, countries and bid.',
          'Cash: the prepaid balance of your account in Korean won (KRW), from which charges are taken.',
          'Billable event: the event an ad is bought by: CPM an impression, CPC a click, CPV a watch to the end, nCPI an attributed install, nCPA an attributed action.',
          'Unit: a place for ads in the app of a publisher.',
        ],
      },
      {
        heading: '2. Your account',
        paragraphs: [
          'An account belongs to one company and is opened with a business e-mail address. Keep your password to yourself; signing in at a second place ends the first session. You answer for everything done with your account until you have told us that it is in wrong hands.',
          'What you tell us about yourself must be true and kept up to date.',
        ],
      },
      {
        heading: '3. Cash',
        paragraphs: [
          'Ads are paid in advance. We credit cash to your account after your payment has reached us. Every credit, charge and correction is kept in double-entry books and never edited; a mistake is corrected by a further entry that names the first.',
          'When your account is closed, cash that was paid in and not spent is paid back to you within 30 days, less amounts that are in dispute.',
        ],
      },
      {
        heading: '4. The auction and the price',
        paragraphs: [
          'For each request of a unit, the ads that may serve there are ranked by what they are expected to pay per 1,000 impressions. The first in rank is shown. It pays what was needed to stay ahead of the best ad of another advertiser, never less than your minimum and never more than your maximum cost. Without a rival it pays your minimum. Your own ads do not raise the price of each other.',
          'The smallest bid is 1,000 KRW for CPM and 1 KRW otherwise; the largest is 100,000 KRW.',
        ],
      },
      {
        heading: '5. When you are charged',
        paragraphs: [
          'You are charged when a billable event has been received and accepted, and each event is charged once at most. A click or a watch counts only with its impression. An install or an action counts only when your postback for a counted click arrives, correctly signed, within 7 days of that click; one install per device and campaign in 7 days, and one billed action a click.',
          'A charge belongs to the day, in the time zone of your account, on which its event arrived. Events of an ad that has since been stopped or changed are charged at the price under which the ad was shown.',
        ],
      },
      {
        heading: '6. Limits',
        paragraphs: [
          'You are never charged above the day limit or the ad limit of an ad, the budget of its campaign, or your cash. What was shown but could not be charged without passing a limit is counted in your reports at no cost. An event is charged whole or not at all.',
          'Campaign budgets, day limits and ad limits run from 100,000 to 2,000,000,000 KRW.',
        ],
      },
      {
        heading: '7. Invalid traffic',
        paragraphs: [
          'We do not charge for events that are forged, repeated, out of order or otherwise invalid. If we find out later that a charge rested on such events, we credit it back. Tell us within 60 days of a charge if you believe that it is wrong; we answer with the counts on which it rests.',
        ],
      },
      {
        heading: '8. What an ad may contain',
        paragraphs: [
          'You hold the rights to everything in your ads and where they lead. These are not allowed:',
        ],
        list: [
          'what is against the law of a country in which the ad is shown;',
          'malware, hidden redirects, look-alikes of system messages, or claims that mislead;',
          'hatred, violence against people or animals, or sexual content involving minors;',
          'gambling, medicine, finance or alcohol without the permits that apply;',
          'adult content that is not marked as adult. Ads marked as adult go only to apps that admit them.',
        ],
      },
      {
        heading: '9. Review and stopping',
        paragraphs: [
          'We may refuse or stop an ad, and block an account, that breaks these terms or puts users, publishers or the network at risk. We say which rule it was. You may stop your ads at any time; charges for events that were already under way stay due within your limits.',
        ],
      },
      {
        heading: '10. Reports and tracking',
        paragraphs: [
          'Reports in the console are the record on which charges rest. Tracking links may carry the macros {click_id}, {pro_id}, {med_id} and {device_id}. You may use what they bring only to measure your own campaigns, not to build profiles of users. Keep your postback secret safe and renew it when it may have become known.',
        ],
      },
      {
        heading: '11. What we promise, and what we do not',
        paragraphs: [
          'We run the network with care. We do not promise a number of impressions, clicks or installs, nor that the service is never interrupted. We answer without limit for intent and gross negligence. Otherwise our liability is limited to what you were charged in the three months before the damage.',
        ],
      },
      {
        heading: '12. Changes and end',
        paragraphs: [
          'We announce changes of these terms by e-mail at least 30 days before they take effect, with both texts. If you do not agree, close your account before that day. Either side may end this agreement at any time with 30 days’ notice, at once for a serious breach.',
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
    title: '광고주 이용약관',
    description: 'Voltline에서 광고를 구매하는 광고주에게 적용되는 약관: 경매, 과금, 한도, 캐시, 광고 소재.',
    effective: '2026년 11월 1일부터 시행',
    intro:
      '이 약관은 광고주 계정을 개설하는 회사(이하 “회원”)와 이 Voltline 네트워크의 운영자(이하 “회사”) 사이의 계약입니다. 가입 시 동의란에 표시함으로써 회원은 소속 회사를 대표하여 이 약관에 동의하며, 그럴 권한이 있음을 확인합니다.',
    clauses: [
      {
        heading: '제1조 용어의 정의',
        paragraphs: [],
        list: [
          '광고: 캠페인에 등록하는 배너, 전면, 동영상 광고로서 한도, 일정, 국가, 입찰가를 포함합니다.',
          '캐시: 원화(KRW)로 미리 충전된 계정 잔액이며, 과금은 캐시에서 이루어집니다.',
          '과금 이벤트: 광고의 구매 기준이 되는 이벤트입니다. CPM은 노출, CPC는 클릭, CPV는 시청 완료, nCPI는 귀속된 설치, nCPA는 귀속된 액션입니다.',
          '인벤토리: 퍼블리셔의 앱 안에서 광고가 노출되는 자리입니다.',
        ],
      },
      {
        heading: '제2조 계정',
        paragraphs: [
          '계정은 하나의 회사에 속하며 업무용 이메일 주소로 개설합니다. 비밀번호는 회원이 직접 관리해야 하며, 다른 곳에서 로그인하면 이전 로그인은 종료됩니다. 계정이 도용되었음을 회사에 알리기 전까지 계정으로 이루어진 모든 행위의 책임은 회원에게 있습니다.',
          '회원이 제공하는 정보는 사실이어야 하며 최신 상태로 유지해야 합니다.',
        ],
      },
      {
        heading: '제3조 캐시',
        paragraphs: [
          '광고비는 선불입니다. 회사는 회원의 입금을 확인한 뒤 계정에 캐시를 충전합니다. 모든 충전, 과금, 정정은 복식 장부에 기록되고 수정되지 않으며, 오류는 원래 항목을 명시한 별도의 항목으로 바로잡습니다.',
          '계정을 해지하면 충전 후 사용하지 않은 캐시를 분쟁 중인 금액을 제외하고 30일 이내에 환급합니다.',
        ],
      },
      {
        heading: '제4조 경매와 가격',
        paragraphs: [
          '인벤토리의 요청마다 노출 가능한 광고를 1,000회 노출당 예상 지불액 순으로 정렬하여 1위 광고를 노출합니다. 1위 광고는 다른 광고주의 가장 높은 광고보다 앞서는 데 필요한 금액만 지불하며, 회원이 정한 최소 비용보다 적거나 최대 비용보다 많을 수 없습니다. 경쟁 광고가 없으면 최소 비용을 지불합니다. 같은 회원의 광고끼리는 서로 가격을 올리지 않습니다.',
          '최소 입찰가는 CPM 1,000원, 그 밖의 방식은 1원이며 최대 입찰가는 100,000원입니다.',
        ],
      },
      {
        heading: '제5조 과금 시점',
        paragraphs: [
          '과금 이벤트가 접수되어 유효한 것으로 인정되면 과금하며, 하나의 이벤트는 한 번만 과금합니다. 클릭과 시청은 해당 노출이 있을 때에만 인정합니다. 설치와 액션은 인정된 클릭에 대하여 올바르게 서명된 포스트백이 클릭 후 7일 이내에 도착한 경우에만 인정합니다. 설치는 7일 동안 기기와 캠페인당 한 번, 액션은 클릭당 한 번만 과금합니다.',
          '과금은 이벤트가 도착한 날에 속하며, 날짜는 회원 계정의 시간대를 따릅니다. 이후 중지되거나 변경된 광고의 이벤트는 노출 당시의 가격으로 과금합니다.',
        ],
      },
      {
        heading: '제6조 한도',
        paragraphs: [
          '회사는 광고의 일 한도와 광고 한도, 캠페인 예산, 회원의 캐시를 넘겨 과금하지 않습니다. 노출되었으나 한도를 넘지 않고는 과금할 수 없는 이벤트는 비용 0원으로 리포트에 집계합니다. 이벤트는 전액 과금하거나 과금하지 않습니다.',
          '캠페인 예산, 일 한도, 광고 한도는 100,000원부터 2,000,000,000원까지 설정할 수 있습니다.',
        ],
      },
      {
        heading: '제7조 무효 트래픽',
        paragraphs: [
          '위조되거나 반복되었거나 순서가 맞지 않는 등 무효인 이벤트는 과금하지 않습니다. 과금 후 무효로 확인된 금액은 다시 충전합니다. 과금에 이의가 있으면 과금일부터 60일 이내에 알려 주시기 바라며, 회사는 근거가 되는 집계를 제시합니다.',
        ],
      },
      {
        heading: '제8조 광고 소재의 기준',
        paragraphs: [
          '회원은 광고와 연결되는 페이지의 모든 내용에 대한 권리를 보유해야 합니다. 다음은 허용되지 않습니다.',
        ],
        list: [
          '광고가 노출되는 국가의 법령에 위반되는 내용',
          '악성 코드, 숨겨진 이동, 시스템 메시지를 흉내 낸 화면, 오인하게 하는 주장',
          '혐오, 사람이나 동물에 대한 폭력, 미성년자에 대한 성적 내용',
          '필요한 허가가 없는 사행성, 의약, 금융, 주류 광고',
          '성인용으로 표시하지 않은 성인 내용. 성인용으로 표시한 광고는 이를 허용한 앱에만 노출됩니다.',
        ],
      },
      {
        heading: '제9조 심사와 중지',
        paragraphs: [
          '회사는 이 약관을 위반하거나 사용자, 퍼블리셔, 네트워크에 위험을 주는 광고를 거절하거나 중지하고 계정을 차단할 수 있으며, 위반한 조항을 알려 드립니다. 회원은 언제든지 광고를 중지할 수 있습니다. 이미 진행 중이던 이벤트에 대한 과금은 한도 안에서 유효합니다.',
        ],
      },
      {
        heading: '제10조 리포트와 추적',
        paragraphs: [
          '콘솔의 리포트가 과금의 근거가 되는 기록입니다. 추적 링크에는 {click_id}, {pro_id}, {med_id}, {device_id} 매크로를 넣을 수 있습니다. 이를 통해 받은 정보는 회원의 캠페인 측정에만 사용할 수 있으며 사용자 프로파일을 만드는 데 사용할 수 없습니다. 포스트백 비밀키는 안전하게 보관하고, 노출이 의심되면 갱신해야 합니다.',
        ],
      },
      {
        heading: '제11조 보증과 책임',
        paragraphs: [
          '회사는 주의를 다하여 네트워크를 운영합니다. 다만 노출, 클릭, 설치의 수량이나 서비스가 중단되지 않을 것을 보증하지 않습니다. 회사의 고의 또는 중대한 과실에 대한 책임은 제한되지 않으며, 그 밖의 책임은 손해 발생 전 3개월 동안 회원에게 과금된 금액을 한도로 합니다.',
        ],
      },
      {
        heading: '제12조 변경과 해지',
        paragraphs: [
          '약관을 변경할 때에는 시행 30일 전까지 변경 전후의 내용을 이메일로 알립니다. 동의하지 않으면 시행일 전에 계정을 해지할 수 있습니다. 양 당사자는 30일 전에 통지하여 언제든지 계약을 해지할 수 있고, 중대한 위반이 있으면 즉시 해지할 수 있습니다.',
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
