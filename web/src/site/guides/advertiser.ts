import { figure, type Guides, list, table, text } from './guide.ts'

export const advertiserGuide: Guides = {
  en: {
    title: 'Advertiser guide',
    subtitle: 'Campaigns, materials, pricing models, limits, the auction and install tracking.',
    reader: 'For those who buy',
    sections: [
      {
        heading: 'Campaign, then ad',
        blocks: [
          text(
            'A campaign holds a budget and the defaults of its ads: platform, countries and target address. An ad holds everything that is shown and how it is bought. The way from nothing to a running ad takes about five minutes.',
          ),
          table(
            ['Step', 'You choose'],
            ['1 Product', 'Banner, interstitial or video'],
            ['2 Billing', 'What you pay for'],
            ['3 Material', 'Name, comment and files'],
            ['4 App', 'Country, platform, target address, content level'],
            ['5 Store', 'Title, grade and downloads beside a video'],
            ['6 Schedule', 'Weekdays, in your time zone'],
            ['7 Limits', 'Day limit and ad limit'],
            ['8 Bid', 'Minimum and maximum cost'],
          ),
        ],
      },
      {
        heading: 'Formats and materials',
        blocks: [
          figure('formats', 'Where your ad appears.', 'Banner', 'Interstitial', 'Video'),
          table(
            ['Format', 'Files', 'Largest'],
            ['Banner', 'jpeg or png, up to 2', '512,000 bytes each'],
            ['Interstitial', 'jpeg or png, 1', '512,000 bytes'],
            ['Video', 'mp4 or mov, 5 to 35 seconds', '10,485,760 bytes'],
          ),
        ],
      },
      {
        heading: 'What you pay for, and how much',
        blocks: [
          table(
            ['Model', 'Charged for', 'Smallest bid, KRW'],
            ['CPM', '1,000 impressions', '1,000'],
            ['CPC', 'A click', '1'],
            ['CPV', 'A watch to the end', '1'],
            ['nCPI', 'An install after a click', '1'],
            ['nCPA', 'An action after a click', '1'],
          ),
          figure(
            'auction',
            'Ranked by expected KRW per 1,000 impressions. The first pays the price of the second.',
            'Your ad',
            '8,680',
            'Runner-up',
            '7,440',
            'Third',
            '5,580',
            'You pay 7,440',
          ),
          text(
            'You pay between the minimum and the maximum cost that you set; without a rival, the minimum.',
          ),
        ],
      },
      {
        heading: 'Limits that hold',
        blocks: [
          figure(
            'limits',
            'The smallest remainder decides. Here the day limit stops the ad until midnight.',
            'Day limit',
            'Ad limit',
            'Campaign budget',
            'Cash',
          ),
          list(
            'A used-up day limit pauses the ad until 00:00 in your time zone.',
            'A used-up ad limit or budget completes it.',
            'Used-up cash only pauses; more cash and it serves again.',
            'An event is charged whole or not at all.',
          ),
        ],
      },
      {
        heading: 'Counting installs and actions',
        blocks: [
          text(
            'Put {click_id} into the target address of your ad. When the app is installed, your tracker calls the postback with the click_id and a signature: the lower-case hex HMAC-SHA256 of the text install: followed by the click_id, made with the secret on the ad’s page.',
          ),
          list(
            'A click is good for seven days.',
            'One install per device and campaign in seven days, one billed action a click.',
            'A wrong signature is refused and counted as invalid traffic.',
            'Renew the secret on the ad’s page if it may have become known.',
          ),
          table(
            ['Macro', 'Becomes'],
            ['{click_id}', 'The number of this click'],
            ['{pro_id}', 'The number of your ad'],
            ['{med_id}', 'The number of the unit'],
            ['{device_id}', 'The identifier of the device'],
          ),
        ],
      },
    ],
    closing: 'Join by e-mail in three steps, and start your first ad today.',
  },
  ko: {
    title: '광고주 가이드',
    subtitle: '캠페인, 소재, 과금 방식, 한도, 경매, 설치 추적.',
    reader: '광고를 사는 분을 위한 안내',
    sections: [
      {
        heading: '캠페인 먼저, 그다음 광고',
        blocks: [
          text(
            '캠페인에는 예산과 광고의 기본값(플랫폼, 국가, 연결 주소)이 들어가요. 광고에는 보여 줄 것과 사는 방식이 모두 들어가요. 처음부터 광고가 돌아갈 때까지 5분이면 돼요.',
          ),
          table(
            ['단계', '정하는 것'],
            ['1 상품', '배너, 전면, 동영상'],
            ['2 과금', '무엇에 돈을 낼지'],
            ['3 소재', '이름, 설명, 파일'],
            ['4 앱', '국가, 플랫폼, 연결 주소, 콘텐츠 수위'],
            ['5 스토어', '동영상 옆의 제목, 평점, 다운로드 수'],
            ['6 일정', '내 시간대 기준의 요일'],
            ['7 한도', '일 한도와 광고 한도'],
            ['8 입찰', '최소 비용과 최대 비용'],
          ),
        ],
      },
      {
        heading: '형식과 소재',
        blocks: [
          figure('formats', '광고가 나오는 자리.', '배너', '전면', '동영상'),
          table(
            ['형식', '파일', '최대 크기'],
            ['배너', 'jpeg 또는 png, 2개까지', '각 512,000바이트'],
            ['전면', 'jpeg 또는 png, 1개', '512,000바이트'],
            ['동영상', 'mp4 또는 mov, 5~35초', '10,485,760바이트'],
          ),
        ],
      },
      {
        heading: '무엇에 얼마를 내나요',
        blocks: [
          table(
            ['방식', '과금 기준', '최소 입찰가, 원'],
            ['CPM', '노출 1,000회', '1,000'],
            ['CPC', '클릭 한 번', '1'],
            ['CPV', '시청 완료 한 번', '1'],
            ['nCPI', '클릭 뒤의 설치', '1'],
            ['nCPA', '클릭 뒤의 액션', '1'],
          ),
          figure(
            'auction',
            '1,000회 노출당 예상 지불액으로 순위를 정하고, 1위가 2위의 가격을 내요.',
            '내 광고',
            '8,680',
            '2위',
            '7,440',
            '3위',
            '5,580',
            '실제 지불 7,440',
          ),
          text('직접 정한 최소 비용과 최대 비용 사이에서 내요. 경쟁 광고가 없으면 최소 비용만 내요.'),
        ],
      },
      {
        heading: '지켜지는 한도',
        blocks: [
          figure(
            'limits',
            '가장 적게 남은 한도가 결정해요. 여기서는 일 한도가 자정까지 광고를 멈춰요.',
            '일 한도',
            '광고 한도',
            '캠페인 예산',
            '캐시',
          ),
          list(
            '일 한도를 다 쓰면 내 시간대의 00:00까지 쉬어요.',
            '광고 한도나 예산을 다 쓰면 완료돼요.',
            '캐시를 다 쓰면 쉬기만 해요. 충전하면 다시 나가요.',
            '이벤트는 전액 과금하거나 과금하지 않아요.',
          ),
        ],
      },
      {
        heading: '설치와 액션 세기',
        blocks: [
          text(
            '광고의 연결 주소에 {click_id}를 넣으세요. 앱이 설치되면 트래커가 click_id와 서명으로 포스트백을 호출해요. 서명은 install: 뒤에 click_id를 붙인 글의 HMAC-SHA256을 소문자 16진수로 쓴 것이고, 광고 상세의 비밀키로 만들어요.',
          ),
          list(
            '클릭은 7일 동안 유효해요.',
            '설치는 7일 동안 기기와 캠페인당 한 번, 액션은 클릭당 한 번 과금해요.',
            '서명이 틀리면 거절되고 무효 트래픽으로 세요.',
            '비밀키가 알려졌다면 광고 상세에서 갱신하세요.',
          ),
          table(
            ['매크로', '바뀌는 값'],
            ['{click_id}', '이 클릭의 번호'],
            ['{pro_id}', '광고 번호'],
            ['{med_id}', '인벤토리 번호'],
            ['{device_id}', '기기 식별자'],
          ),
        ],
      },
    ],
    closing: '이메일로 세 단계면 가입하고, 오늘 첫 광고를 시작하세요.',
  },
}
