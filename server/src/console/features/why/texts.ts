import type { ActionType, Language, Product } from '@voltline/contract'

interface WhyTexts {
  title: string
  lead: string
  test: string
  advertiser: string
  ad: string
  why: string
  whyText: (request: { app: string; format: string; country: string }) => string
  somewhere: string
  profile: string
  cost: string
  nothing: string
  corrected: string
  shares: string
  toApp: string
  toNetwork: string
  toYou: string
  earned: string
  earnedNothing: string
  volts: (amount: string) => string
  paidFor: Record<ActionType, string>
  formats: Record<Product, string>
  report: string
  reportLead: string
  reason: string
  reasons: readonly string[]
  send: string
  sent: string
  sentBefore: string
  gone: string
  goneText: string
  unknown: string
  unknownText: string
  badReason: string
  privacy: string
}

export const whyTexts: Record<Language, WhyTexts> = {
  en: {
    title: 'Why this ad?',
    lead: 'Who paid for the ad you saw, why you saw it, and where the money went.',
    test: 'This is a test ad of Voltline. Nobody paid for it.',
    advertiser: 'Advertiser',
    ad: 'Ad',
    why: 'Why you saw it',
    whyText: ({ app, format, country }) =>
      `The advertiser wanted to reach people in ${country}. You were using ${app}, which shows ads as ${format}, and this ad won the auction for that place.`,
    somewhere: 'your country',
    profile: 'Voltline keeps no profile of you. Your age, interests and other apps play no part.',
    cost: 'What it cost',
    nothing: 'Nothing so far. An advertiser pays only for what it ordered, such as an impression or a click.',
    corrected: 'This charge was taken back, and the advertiser got the money back.',
    shares: 'How the price is split',
    toApp: 'The app’s publisher',
    toNetwork: 'Voltline',
    toYou: 'You',
    earned: 'What you earned',
    earnedNothing: 'Nothing so far.',
    volts: (amount) => (amount === '1' ? '1 volt' : `${amount} volts`),
    paidFor: {
      IMPRESSION: 'for the impression',
      WATCH: 'for the watched video',
      CLICK: 'for the click',
      INSTALL: 'for the installation',
      ACTION: 'for the action',
    },
    formats: { BANNER: 'a banner', INTERSTITIAL: 'a full-screen image', VIDEO: 'a video' },
    report: 'Report this ad',
    reportLead: 'People at Voltline read every report. They do not learn who you are.',
    reason: 'What is wrong with it?',
    reasons: [
      'It is misleading or a scam',
      'It is offensive',
      'It is not suitable for children',
      'It uses something that is not theirs',
    ],
    send: 'Send report',
    sent: 'Thank you. Your report is in our queue of reviews.',
    sentBefore: 'This ad was reported before. Thank you.',
    gone: 'This ad was shown too long ago',
    goneText: 'Voltline deletes what it knows about single ads after a while, and this one is deleted.',
    unknown: 'There is no such ad',
    unknownText: 'The address is incomplete, or it was changed on the way.',
    badReason: 'Please choose or write a reason of at most 500 characters.',
    privacy: 'Privacy',
  },
  ko: {
    title: '이 광고가 보이는 이유',
    lead: '이 광고를 누가 냈는지, 왜 보였는지, 돈이 어디로 갔는지 알려드립니다.',
    test: 'Voltline의 테스트 광고입니다. 광고비는 발생하지 않았습니다.',
    advertiser: '광고주',
    ad: '광고',
    why: '광고가 보인 이유',
    whyText: ({ app, format, country }) =>
      `광고주가 ${country}에 있는 사용자에게 광고를 보여주기로 했습니다. ${format}가 노출되는 ${app} 앱을 이용하실 때 이 광고가 경매에서 낙찰되었습니다.`,
    somewhere: '사용자의 국가',
    profile:
      'Voltline은 사용자 프로필을 저장하지 않습니다. 나이, 관심사, 다른 앱 이용 내역은 사용되지 않습니다.',
    cost: '광고비',
    nothing: '아직 발생하지 않았습니다. 광고주는 노출이나 클릭처럼 약정한 행동에 대해서만 비용을 냅니다.',
    corrected: '이 과금은 취소되었으며 광고주에게 환불되었습니다.',
    shares: '광고비 분배',
    toApp: '앱 퍼블리셔',
    toNetwork: 'Voltline',
    toYou: '사용자',
    earned: '내가 받은 적립',
    earnedNothing: '아직 없습니다.',
    volts: (amount) => `${amount} 볼트`,
    paidFor: {
      IMPRESSION: '노출',
      WATCH: '동영상 시청',
      CLICK: '클릭',
      INSTALL: '앱 설치',
      ACTION: '액션',
    },
    formats: { BANNER: '배너 광고', INTERSTITIAL: '전면 광고', VIDEO: '동영상 광고' },
    report: '광고 신고하기',
    reportLead: 'Voltline 담당자가 모든 신고를 직접 확인합니다. 신고자가 누구인지는 알 수 없습니다.',
    reason: '어떤 문제가 있나요?',
    reasons: [
      '허위·과장 광고이거나 사기입니다',
      '불쾌감을 줍니다',
      '어린이에게 적합하지 않습니다',
      '타인의 권리를 침해합니다',
    ],
    send: '신고 보내기',
    sent: '신고해 주셔서 감사합니다. 검토 목록에 접수되었습니다.',
    sentBefore: '이미 신고된 광고입니다. 감사합니다.',
    gone: '오래전에 노출된 광고입니다',
    goneText: 'Voltline은 개별 광고 기록을 일정 기간이 지나면 삭제하며, 이 광고의 기록은 삭제되었습니다.',
    unknown: '광고를 찾을 수 없습니다',
    unknownText: '주소가 잘렸거나 변경되었습니다.',
    badReason: '신고 사유를 선택하거나 500자 이내로 적어 주세요.',
    privacy: '개인정보 처리방침',
  },
}
