import type { Words } from '../../language.ts'
import type { LegalDocument } from './legal-document.ts'

export const privacy: Words<LegalDocument> = {
  en: {
    title: 'Privacy policy',
    description: 'Which personal data Voltline handles, why, for how long, and what you can ask of us.',
    effective: 'In force from 1 November 2026',
    intro:
      'This policy says which personal data the operator of this Voltline network (“we”) handles about customers, about visitors of these pages and about the users of apps that show our ads. We collect what the service needs, keep it as short as we can, and sell none of it.',
    clauses: [
      {
        heading: '1. Customers: advertisers and publishers',
        paragraphs: ['To open and run your account we handle:'],
        list: [
          'e-mail address, first and last name, company, time zone, and your mobile number if you give it;',
          'your password, only as an argon2id hash that nobody can read back;',
          'sign-in times, sessions and a log of the changes made in your account;',
          'advertisers: cash, charges and what you upload for your ads;',
          'publishers: bank, account number, depositor, and the images of bank book and business certificate, readable by you and by our operators only.',
        ],
      },
      {
        heading: '2. Users of apps',
        paragraphs: ['To choose, show and count ads, and to keep volts, the SDK in an app sends:'],
        list: [
          'a device identifier chosen by the app, the platform, and, where the app gives them, country, language and app version;',
          'which ad was requested, shown, watched or clicked, and rewards granted;',
          'the network address (IP) of the request, from which we find the country and which we do not store with the event.',
        ],
      },
      {
        heading: '3. Visitors of these pages',
        paragraphs: [
          'We use no analytics or advertising trackers on these pages. In your browser’s local storage we keep the language and theme you chose and, once you sign in, your access token and account type. Two cookies may be set: “lang” (the language, one year), and a cookie that remembers for five minutes that you passed the human check. The check runs on our own server by default; if the operator has chosen another provider, its name is shown in the check.',
          'When you write to us by the contact form we keep your name, e-mail address, company, mobile number and message to answer you.',
        ],
      },
      {
        heading: '4. Why we may do so',
        paragraphs: [],
        list: [
          'to fulfil our agreement with customers: accounts, ads, charges, payouts;',
          'to meet legal duties: accounting and tax records;',
          'our legitimate interest in counting ads correctly and keeping abuse out;',
          'your consent where the law asks for it; in apps, the publisher obtains it.',
        ],
      },
      {
        heading: '5. How long we keep it',
        paragraphs: [],
        list: [
          'single ad events: 30 days; after that only sums without device identifiers;',
          'which device used an app on which day: 200 days;',
          'sessions: until sign-out or expiry; reset links and codes are good for 3 minutes, sign-up links for 24 hours, and what is left of any of them is deleted within 8 days;',
          'mails we sent you: 30 days;',
          'books, payout records and the record of changes in the consoles: at least 5 years, as the law of the Republic of Korea demands;',
          'contact messages: one year after they were answered;',
          'account data: as long as you have the account. Write to us to have it closed: we then delete what no law obliges us to keep.',
        ],
      },
      {
        heading: '6. Who else receives it',
        paragraphs: [
          'Advertisers receive, with a click, the macros they put into their link, among which may be the device identifier of that click. Publishers receive signed receipts of rewards in their own app. Mail is sent by the mail service that the operator has set up. Beyond that we give data to others only where a law or a court obliges us.',
        ],
      },
      {
        heading: '7. How we protect it',
        paragraphs: [
          'Passwords, tokens and codes are stored hashed, API keys encrypted. Payout documents lie apart from public files. Every change in the consoles leaves an entry in a log. Access of operators is limited by group.',
        ],
      },
      {
        heading: '8. What you can ask for',
        paragraphs: [
          'You may ask us which data we hold about you, to have it corrected, deleted or handed over, and to stop a use you do not agree with. Customers change most of it on their page. Users of apps may reset or withhold the device identifier in the settings of their device; we then see a new device. We answer within 10 days. You may also complain to the Personal Information Protection Commission of the Republic of Korea or to the authority where you live.',
        ],
      },
      {
        heading: '9. Children',
        paragraphs: [
          'The service is for companies. Publishers may not use the SDK in apps directed at children under 14. If we learn that we hold data of such a child, we delete it.',
        ],
      },
      {
        heading: '10. Source of country data',
        paragraphs: [
          'The country of a network address comes from IP Geolocation by DB-IP (db-ip.com), CC BY 4.0.',
        ],
      },
      {
        heading: '11. Contact and changes',
        paragraphs: [
          'Write to our privacy officer by the contact form of the help page; choose your words freely, no form is needed. We announce changes of this policy on this page at least 7 days ahead, and 30 days ahead where they touch your rights.',
        ],
      },
    ],
  },
  ko: {
    title: '개인정보 처리방침',
    description: 'Voltline이 처리하는 개인정보의 항목, 목적, 보관 기간과 정보주체의 권리.',
    effective: '2026년 11월 1일부터 시행',
    intro:
      '이 방침은 이 Voltline 네트워크의 운영자(이하 “회사”)가 회원, 이 페이지의 방문자, 회사의 광고가 노출되는 앱의 사용자에 대하여 처리하는 개인정보를 설명합니다. 회사는 서비스에 필요한 정보만 수집하고 가능한 한 짧게 보관하며 판매하지 않습니다.',
    clauses: [
      {
        heading: '1. 회원(광고주와 퍼블리셔)',
        paragraphs: ['계정을 개설하고 운영하기 위하여 다음을 처리합니다.'],
        list: [
          '이메일 주소, 이름, 회사명, 시간대, 입력한 경우 휴대전화 번호',
          '비밀번호. 누구도 되돌려 읽을 수 없는 argon2id 해시로만 보관합니다.',
          '로그인 시각, 세션, 계정에서 이루어진 변경 기록',
          '광고주: 캐시, 과금 내역, 광고를 위하여 올린 파일',
          '퍼블리셔: 은행, 계좌번호, 예금주, 통장 사본과 사업자등록증 이미지. 본인과 회사의 운영자만 볼 수 있습니다.',
        ],
      },
      {
        heading: '2. 앱 사용자',
        paragraphs: ['광고를 선택, 노출, 집계하고 볼트를 관리하기 위하여 앱의 SDK가 다음을 전송합니다.'],
        list: [
          '앱이 정한 기기 식별자, 플랫폼, 앱이 제공하는 경우 국가, 언어, 앱 버전',
          '요청, 노출, 시청, 클릭된 광고와 지급된 리워드',
          '요청의 IP 주소. 국가를 확인하는 데에만 사용하며 이벤트와 함께 저장하지 않습니다.',
        ],
      },
      {
        heading: '3. 이 페이지의 방문자',
        paragraphs: [
          '이 페이지에서는 분석 도구나 광고 추적 도구를 사용하지 않습니다. 브라우저의 로컬 저장소에는 선택한 언어와 테마, 로그인한 경우 액세스 토큰과 계정 유형이 저장됩니다. 쿠키는 두 가지로, 언어를 기억하는 “lang”(1년)과 자동 입력 방지 확인을 통과했음을 5분 동안 기억하는 쿠키입니다. 이 확인은 기본적으로 회사의 서버에서 이루어지며, 운영자가 다른 제공자를 선택한 경우 확인 창에 그 이름을 표시합니다.',
          '문의 양식으로 보내신 이름, 이메일 주소, 회사명, 휴대전화 번호, 내용은 답변을 위하여 보관합니다.',
        ],
      },
      {
        heading: '4. 처리의 근거',
        paragraphs: [],
        list: [
          '회원과의 계약 이행: 계정, 광고, 과금, 지급',
          '법적 의무의 이행: 회계 및 세무 기록',
          '광고를 정확히 집계하고 남용을 막기 위한 정당한 이익',
          '법령이 요구하는 경우 정보주체의 동의. 앱에서는 퍼블리셔가 동의를 받습니다.',
        ],
      },
      {
        heading: '5. 보관 기간',
        paragraphs: [],
        list: [
          '개별 광고 이벤트: 30일. 그 뒤에는 기기 식별자가 없는 합계만 보관합니다.',
          '어느 기기가 어느 날 앱을 사용했는지: 200일',
          '세션: 로그아웃 또는 만료까지. 비밀번호 재설정 링크와 인증 코드는 3분, 가입 링크는 24시간 동안 유효하며 남은 기록은 8일 이내에 삭제합니다.',
          '발송한 메일: 30일',
          '장부, 지급 기록, 콘솔의 변경 기록: 대한민국 법령에 따라 최소 5년',
          '문의 내용: 답변 후 1년',
          '계정 정보: 계정을 유지하는 동안. 해지를 요청하시면 법령상 보관 의무가 없는 정보를 삭제합니다.',
        ],
      },
      {
        heading: '6. 제3자 제공',
        paragraphs: [
          '광고주는 클릭이 발생할 때 자신이 링크에 넣은 매크로를 받으며, 여기에 해당 클릭의 기기 식별자가 포함될 수 있습니다. 퍼블리셔는 자신의 앱에서 지급된 리워드의 서명된 영수증을 받습니다. 메일은 운영자가 설정한 메일 서비스로 발송됩니다. 그 밖에는 법령이나 법원이 의무를 부과하는 경우에만 제공합니다.',
        ],
      },
      {
        heading: '7. 안전성 확보 조치',
        paragraphs: [
          '비밀번호, 토큰, 코드는 해시로, API 키는 암호화하여 저장합니다. 지급 서류는 공개 파일과 분리하여 보관합니다. 콘솔에서 이루어진 모든 변경은 기록되며 운영자의 접근은 그룹별로 제한됩니다.',
        ],
      },
      {
        heading: '8. 정보주체의 권리',
        paragraphs: [
          '회사가 보유한 본인의 정보를 열람, 정정, 삭제하거나 전송받을 것을 요구하고 처리의 정지를 요구할 수 있습니다. 회원은 대부분의 정보를 마이페이지에서 직접 변경할 수 있습니다. 앱 사용자는 기기 설정에서 기기 식별자를 재설정하거나 제공을 중단할 수 있으며, 그 경우 새로운 기기로 인식됩니다. 회사는 10일 이내에 답변합니다. 개인정보보호위원회 또는 거주지의 감독 기관에 신고할 수도 있습니다.',
        ],
      },
      {
        heading: '9. 아동',
        paragraphs: [
          '이 서비스는 회사를 대상으로 합니다. 퍼블리셔는 만 14세 미만 아동을 대상으로 하는 앱에서 SDK를 사용할 수 없습니다. 해당 아동의 정보를 보유한 사실을 알게 되면 삭제합니다.',
        ],
      },
      {
        heading: '10. 국가 정보의 출처',
        paragraphs: ['IP 주소의 국가 정보는 IP Geolocation by DB-IP(db-ip.com), CC BY 4.0을 사용합니다.'],
      },
      {
        heading: '11. 문의와 변경',
        paragraphs: [
          '개인정보 보호책임자에게는 도움말 페이지의 문의 양식으로 연락할 수 있으며 정해진 형식은 없습니다. 이 방침을 변경할 때에는 7일 전에, 권리에 영향을 주는 변경은 30일 전에 이 페이지에서 알립니다.',
        ],
      },
    ],
  },
}
