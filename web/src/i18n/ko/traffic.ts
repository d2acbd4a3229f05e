import type { traffic as en } from '../en/traffic.ts'
import type { Texts } from '../keys.ts'

export const traffic: Texts<typeof en> = {
  unit: {
    ms: 'ms',
    clicks: '회/시간',
    devices: '대/시간',
    days: '일',
  },
  amount: {
    ms: '{amount}ms',
    clicks: '클릭 {amount}회',
    devices: '새 기기 {amount}대',
    days: '{amount}일',
  },
  rule: {
    too_soon: {
      name: '너무 이른 노출',
      text: '광고를 내보낸 지 {threshold} 안에 들어온 노출이에요. 광고는 불러온 뒤 1초 동안 화면에 보여야 해요. VAST 광고는 200ms가 기준이에요.',
    },
    not_visible: {
      name: '보이지 않은 노출',
      text: '광고가 화면에 보인 시간이 {threshold}보다 짧거나, 절반도 보이지 않았거나, 크기가 20 × 20포인트보다 작은 노출이에요.',
    },
    watch_too_short: {
      name: '너무 짧은 시청',
      text: '동영상이 {threshold}보다 많이 잘린 시청이에요. 노출은 재생을 시작하고 1초쯤 뒤에 기록되므로, 노출부터 잰 시간은 1초 더 짧아도 돼요. 리워드 전면 광고는 2,000ms 이상이어야 해요.',
    },
    click_too_fast: {
      name: '너무 빠른 클릭',
      text: '노출 후 {threshold} 안에 들어온 클릭이에요.',
    },
    install_too_fast: {
      name: '너무 빠른 설치',
      text: '클릭 후 {threshold} 안에 들어온 설치예요.',
    },
    action_too_fast: {
      name: '너무 빠른 액션',
      text: '클릭 후 {threshold} 안에 들어온 액션이에요.',
    },
    device_flood: {
      name: '한 기기의 과도한 이벤트',
      text: '한 앱에서 한 기기가 시간당 {threshold} 또는 하루 노출 500회를 넘긴 뒤에 보낸 이벤트예요.',
    },
    address_flood: {
      name: '새 기기 급증',
      text: '한 주소에서 한 앱에 1시간 동안 {threshold}까지 나타난 뒤, 처음 보는 기기가 보낸 이벤트예요. 앱이 이미 아는 기기는 세지 않아요.',
    },
    bot_agent: {
      name: '봇 또는 도구',
      text: '유저 에이전트가 알려진 봇이나 도구이거나, 광고 링크를 열 때 유저 에이전트가 없는 이벤트예요. 앱이 쓰는 HTTP 라이브러리는 해당하지 않아요.',
    },
    data_center: {
      name: '데이터센터',
      text: '호스팅 업체의 주소에서 온 이벤트예요.',
    },
    own_click: {
      name: '자기 클릭',
      text: '같은 퍼블리셔가 최근 {threshold} 안에 로그인한 주소에서 온 클릭, 시청, 설치예요.',
    },
  },
  reason: {
    forged_offer: { name: '위조된 광고 토큰', text: '저희가 발급하지 않은 토큰이에요.' },
    expired_offer: { name: '만료된 광고 토큰', text: '광고를 내보낸 지 너무 오래된 이벤트예요.' },
    wrong_app: { name: '다른 앱의 광고 토큰', text: '다른 앱에 내보낸 광고예요.' },
    wrong_device: { name: '다른 기기의 광고 토큰', text: '다른 기기에 내보낸 광고예요.' },
    blocked_device: { name: '차단한 기기', text: '저희가 차단한 기기예요.' },
    forged_click: { name: '위조된 클릭 ID', text: '저희가 발급하지 않은 클릭 ID예요.' },
    expired_click: { name: '만료된 클릭 ID', text: '클릭한 지 너무 오래된 설치나 액션이에요.' },
    bad_signature: { name: '잘못된 포스트백 서명', text: '광고주가 서명하지 않은 포스트백이에요.' },
    no_impression: { name: '노출 없음', text: '노출되지 않은 광고의 클릭이나 시청이에요.' },
    no_click: { name: '클릭 없음', text: '클릭 없이 들어온 설치나 액션이에요.' },
    repeated_install: { name: '반복 설치', text: '이 캠페인에서 이미 설치한 기기예요.' },
    unknown_ad: { name: '알 수 없는 광고', text: '존재하지 않는 광고예요.' },
    unknown_medium: { name: '알 수 없는 유닛', text: '존재하지 않는 유닛이에요.' },
  },
  signal: {
    click_rate: {
      name: '클릭률',
      text: '노출의 {value}%가 클릭이었어요. 비슷한 유닛은 {norm}%예요.',
    },
    watch_rate: {
      name: '시청률',
      text: '노출의 {value}%가 시청이었어요. 비슷한 유닛은 {norm}%예요.',
    },
    install_rate: {
      name: '설치율',
      text: '클릭의 {value}%가 설치였어요. 비슷한 유닛은 {norm}%예요.',
    },
    address_share: {
      name: '한 주소나 네트워크',
      text: '이벤트의 {value}%가 한 주소나 네트워크에서 왔어요. 비슷한 유닛은 {norm}%예요.',
    },
    new_devices: {
      name: '새 기기',
      text: '기기의 {value}%가 처음 보는 기기였어요. 비슷한 유닛은 {norm}%예요.',
    },
    country_mismatch: {
      name: '다른 국가',
      text: '요청의 {value}%가 주소의 국가와 다른 국가를 보냈어요. 비슷한 유닛은 {norm}%예요.',
    },
    time_of_day: {
      name: '시간대',
      text: '이벤트의 {value}%가 비슷한 유닛과 다른 시간대에 들어왔어요. 비슷한 유닛은 {norm}%예요.',
    },
    regular_gaps: {
      name: '일정한 간격',
      text: '기기의 {value}%가 시계처럼 일정한 간격으로 이벤트를 보냈어요. 비슷한 유닛은 {norm}%예요.',
    },
    click_to_install: {
      name: '클릭부터 설치까지',
      text: '설치의 {value}%가 비슷한 유닛과 다른 시점에 들어왔어요. 비슷한 유닛은 {norm}%예요.',
    },
    invalid_share: {
      name: '무효 이벤트',
      text: '이벤트의 {value}%가 무효였어요. 비슷한 유닛은 {norm}%예요.',
    },
  },
  caseStatus: { OPEN: '조사 중', CONFIRMED: '확정', RELEASED: '해제' },
  byHand: '운영자가 시작',
  unitValue: '이 유닛',
  norm: '비슷한 유닛',
}
