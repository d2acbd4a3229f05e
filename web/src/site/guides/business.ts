import { figure, type Guides, list, table, text } from './guide.ts'

export const businessGuide: Guides = {
  en: {
    title: 'Business guide',
    subtitle: 'What the network is, who earns what, and how the money is kept safe.',
    reader: 'For those who decide',
    sections: [
      {
        heading: 'One line, three ends',
        blocks: [
          text(
            'Voltline is an advertising network for mobile apps that a company can run itself. Advertisers buy impressions, clicks, watches, installs or actions. Publishers show the ads in their apps. The people who look at them keep a part of the price.',
          ),
          figure(
            'parting-line',
            'One impression at a price of 10,000 KRW per 1,000, with the network’s default share.',
            '10.00 KRW',
            '7.00 KRW  Publisher 70%',
            '2.00 KRW  Network 20%',
            '1.00 volt  User 10%',
          ),
          text(
            'The user’s tenth is fixed. The network’s share is a setting of the operator, 20% unless changed; the publisher has the rest. Every amount is kept in whole millionths of a won, and the three parts always add up to the price.',
          ),
        ],
      },
      {
        heading: 'Who does what',
        blocks: [
          table(
            ['Who', 'Does', 'Sees'],
            [
              'Advertiser',
              'Sets budgets, limits, bids and schedules',
              'Impressions, clicks, CTR and cost by campaign, ad and day',
            ],
            [
              'Publisher',
              'Registers apps, opens units, sets rewards',
              'Revenue, eCPM, installs and users by day, app and unit',
            ],
            [
              'Operator',
              'Approves apps, issues keys, credits cash, pays out',
              'Queues, books, invalid traffic and a log of every change',
            ],
            ['User', 'Looks, watches, taps', 'Volts, one for one won, counted in each app'],
          ),
          text(
            'Advertisers and publishers have consoles of their own. The operator has a third one. All of them exist in English and Korean.',
          ),
        ],
      },
      {
        heading: 'How a won moves',
        blocks: [
          figure(
            'loop',
            'From the request of an app to the entry in the books.',
            'Request',
            'Auction',
            'Shown',
            'Charged',
            'Shared',
          ),
          list(
            'The advertiser’s cash is paid in beforehand; there is no credit.',
            'A charge is made once, when its event has been received and written down.',
            'Day limit, ad limit, campaign budget and cash are checked in the same step. None is ever passed.',
            'What was shown but could not be charged is counted and costs nothing.',
          ),
        ],
      },
      {
        heading: 'Books that balance',
        blocks: [
          text(
            'All money moves through one function that writes balanced entries: what leaves one account arrives at others, to the millionth of a won. Entries are never edited. A mistake is corrected by a second entry that names the first.',
          ),
          list(
            'The sum over all accounts is zero after every step.',
            'Balances can be rebuilt from the entries at any time.',
            'Events are stored before they are confirmed, so a crash neither loses nor repeats a charge.',
            'Invalid traffic is counted by reason and never billed.',
          ),
        ],
      },
      {
        heading: 'When publishers are paid',
        blocks: [
          figure(
            'calendar',
            'The example of July. Days are days in Seoul.',
            '1–31 July',
            'earned',
            '1–5 August',
            'applied for',
            'by 30 September',
            'paid',
          ),
          text(
            'A publisher applies once a month, from 100,000 KRW, for the revenue of closed months. Payment needs a bank account, a copy of the bank book and of the business certificate. The operator confirms each payment or puts it on hold with a reason.',
          ),
          table(
            ['Figure', 'Value'],
            ['User’s share', '10% of every charge'],
            ['Network’s share', '20% unless set otherwise'],
            ['Smallest payout', '100,000 KRW'],
            ['Campaign budget', '100,000 to 2,000,000,000 KRW'],
          ),
        ],
      },
    ],
    closing: 'Join by e-mail, or write to us by the contact form of the help page.',
  },
  ko: {
    title: '비즈니스 가이드',
    subtitle: '네트워크가 무엇인지, 누가 얼마를 버는지, 돈이 어떻게 지켜지는지.',
    reader: '결정하는 분을 위한 안내',
    sections: [
      {
        heading: '하나의 라인, 세 개의 끝',
        blocks: [
          text(
            'Voltline은 회사가 직접 운영할 수 있는 모바일 앱 광고 네트워크예요. 광고주는 노출, 클릭, 시청, 설치, 액션을 사고, 퍼블리셔는 앱에서 광고를 보여 주고, 광고를 본 사람은 가격의 일부를 받아요.',
          ),
          figure(
            'parting-line',
            '1,000회당 10,000원인 노출 한 번, 네트워크 기본 몫을 적용했어요.',
            '10.00원',
            '7.00원  퍼블리셔 70%',
            '2.00원  네트워크 20%',
            '1.00볼트  사용자 10%',
          ),
          text(
            '사용자의 10분의 1은 고정이에요. 네트워크의 몫은 운영자가 정하며 기본은 20%이고, 나머지가 퍼블리셔의 몫이에요. 모든 금액은 100만분의 1원 단위로 관리하고, 세 몫을 더하면 언제나 가격과 같아요.',
          ),
        ],
      },
      {
        heading: '누가 무엇을 하나요',
        blocks: [
          table(
            ['누가', '하는 일', '보는 것'],
            ['광고주', '예산, 한도, 입찰가, 일정을 정해요', '캠페인, 광고, 날짜별 노출, 클릭, CTR, 비용'],
            [
              '퍼블리셔',
              '앱을 등록하고 인벤토리를 열고 리워드를 정해요',
              '날짜, 앱, 인벤토리별 수익, eCPM, 설치, 사용자',
            ],
            [
              '운영자',
              '앱을 승인하고 키를 발급하고 캐시를 충전하고 지급해요',
              '대기열, 장부, 무효 트래픽, 모든 변경 기록',
            ],
            ['사용자', '보고, 시청하고, 눌러요', '앱마다 쌓이는 볼트. 1볼트는 1원'],
          ),
          text(
            '광고주와 퍼블리셔는 각자의 콘솔을, 운영자는 세 번째 콘솔을 써요. 모두 영어와 한국어로 쓸 수 있어요.',
          ),
        ],
      },
      {
        heading: '1원이 움직이는 길',
        blocks: [
          figure('loop', '앱의 요청에서 장부의 기록까지.', '요청', '경매', '노출', '과금', '배분'),
          list(
            '광고주의 캐시는 미리 충전해요. 외상은 없어요.',
            '과금은 이벤트가 접수되어 기록된 뒤 한 번만 이루어져요.',
            '일 한도, 광고 한도, 캠페인 예산, 캐시를 같은 단계에서 확인하고, 어느 것도 넘지 않아요.',
            '노출되었지만 과금할 수 없는 이벤트는 세기만 하고 비용은 없어요.',
          ),
        ],
      },
      {
        heading: '맞아떨어지는 장부',
        blocks: [
          text(
            '모든 돈은 균형 잡힌 항목을 쓰는 하나의 함수로만 움직여요. 한 계정에서 나간 금액은 100만분의 1원까지 다른 계정에 도착해요. 항목은 고치지 않고, 오류는 원래 항목을 밝힌 두 번째 항목으로 바로잡아요.',
          ),
          list(
            '어느 단계 뒤에도 모든 계정의 합은 0이에요.',
            '잔액은 언제든 항목으로부터 다시 계산할 수 있어요.',
            '이벤트는 저장한 뒤에 확인해 주기 때문에, 멈추더라도 과금이 사라지거나 반복되지 않아요.',
            '무효 트래픽은 사유별로 세고 과금하지 않아요.',
          ),
        ],
      },
      {
        heading: '퍼블리셔 지급 일정',
        blocks: [
          figure(
            'calendar',
            '7월을 예로 들었어요. 날짜는 서울 기준이에요.',
            '7월 1~31일',
            '수익 발생',
            '8월 1~5일',
            '지급 신청',
            '9월 30일까지',
            '지급',
          ),
          text(
            '퍼블리셔는 마감된 달의 수익을 한 달에 한 번, 100,000원부터 신청해요. 지급에는 은행 계좌와 통장 사본, 사업자등록증이 필요해요. 운영자가 지급을 확정하거나 사유와 함께 보류해요.',
          ),
          table(
            ['항목', '값'],
            ['사용자 몫', '모든 과금의 10%'],
            ['네트워크 몫', '따로 정하지 않으면 20%'],
            ['최소 지급액', '100,000원'],
            ['캠페인 예산', '100,000원 ~ 2,000,000,000원'],
          ),
        ],
      },
    ],
    closing: '이메일로 가입하거나 도움말 페이지의 문의 양식으로 연락해 주세요.',
  },
}
