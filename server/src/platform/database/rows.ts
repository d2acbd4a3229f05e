// Generated from the migrations by `npm run schema`; do not edit. A renamed column fails the build where it is used.
import type { AppInfo } from '@voltline/contract'
import type {
  AdId,
  AppId,
  AppRewardId,
  BigWon,
  CampaignId,
  CustomerId,
  Day,
  Instant,
  MediumId,
  Micros,
  OperatorId,
  PayoutRequestId,
  Won,
  Zone,
} from '@voltline/kernel'

export interface AccessTokenRow {
  token_hash: Buffer
  session_id: bigint
  issued_at: Instant
  expires_at: Instant
}

export interface AdRow {
  ad_id: AdId
  campaign_id: CampaignId
  customer_id: CustomerId
  product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO'
  billing_type: 'CPM' | 'CPC' | 'CPV' | 'nCPI' | 'nCPA'
  name: string
  comment: string
  camp_type: 'IOS' | 'AOS' | 'BOTH'
  url_ios: string
  url_aos: string
  materials: string[]
  countries: string[]
  adult: boolean
  week: number[]
  day_limit_micros: Micros
  budget_limit_micros: Micros
  min_cost_won: Won
  max_cost_won: Won
  gm_id: number
  aud_id: number
  video_length: number
  app_info: AppInfo | null
  status: 'FIRST' | 'WAITING' | 'INPROGRESS' | 'COMPLETE'
  winning: boolean
  spent_micros: Micros
  impressions: bigint
  clicks: bigint
  billable_events: bigint
  billed_events: bigint
  registered_at: Instant
  updated_at: Instant
  video_ms: number
  review: '' | 'WAITING' | 'APPROVED' | 'REJECTED'
  review_reason: string
  reviewed_at: Instant | null
}

export interface AdCorrectedRow {
  ad_id: AdId
  utc_day: Day
  quarter: number
  corrected_micros: Micros
  corrected_events: number
}

export interface AdCountRow {
  ad_count_id: bigint
  campaign_id: CampaignId
  status: string
  camp_type: string
  product: string
  billing_type: string
  ads: number
}

export interface AdCountryDayRow {
  ad_id: AdId
  utc_day: Day
  country: string
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  unpaid: number
  cost_micros: Micros
}

export interface AdCountryQuarterRow {
  ad_id: AdId
  utc_day: Day
  quarter: number
  country: string
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  unpaid: number
  cost_micros: Micros
}

export interface AdDayRow {
  ad_id: AdId
  day_starts_at: Instant
  day_ends_at: Instant
  spent_micros: Micros
}

export interface AdInvalidRollupRow {
  ad_id: AdId
  utc_day: Day
  quarter: number
  count: bigint
}

export interface AdMediumQuarterRow {
  ad_id: AdId
  medium_id: MediumId
  utc_day: Day
  quarter: number
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  invalid: number
  cost_micros: Micros
}

export interface AdReportRow {
  offer_id: string
  issue_day: Day
  ad_id: AdId
  medium_id: MediumId
  reason: string
  reported_at: Instant
  closed_at: Instant | null
}

export interface AdRequestRollupRow {
  ad_id: AdId
  utc_day: Day
  outcome: string
  counts: number[]
}

export interface AdRollupRow {
  ad_id: AdId
  utc_day: Day
  impressions: number[]
  clicks: number[]
  watches: number[]
  installs: number[]
  actions: number[]
  unpaid: number[]
  cost_micros: Micros[]
}

export interface AddressKeyRow {
  month: Day
  sealed_key: Buffer
}

export interface AdvertiserDayRow {
  customer_id: CustomerId
  starts_at: Instant
  ends_at: Instant
}

export interface AppRow {
  app_id: AppId
  customer_id: CustomerId
  name: string
  platform: 'IOS' | 'AOS'
  store_url: string
  adult: boolean
  approval: boolean
  reject_reason: string
  api_key: Buffer | null
  api_key_hash: Buffer | null
  api_key_status: number
  key_asked_at: Instant | null
  registered_at: Instant
  updated_at: Instant
}

export interface AppRewardRow {
  app_reward_id: AppRewardId
  app_id: AppId
  reward_key: string
  reward_name: string
  reward: number
  removed_at: Instant | null
  registered_at: Instant
  updated_at: Instant
}

export interface AppRewardClaimRow {
  app_reward_id: AppRewardId
  device_id: string
  utc_day: Day
  claimed_at: Instant
}

export interface AuctionRollupRow {
  utc_day: Day
  product: string
  platform: string
  country: string
  adult: boolean
  advertiser_id: number
  rank_bucket: number
  runner_up_bucket: number
  shared: boolean
  counts: number[]
}

export interface AuditRow {
  audit_id: bigint
  at: Instant
  customer_id: CustomerId | null
  operator_id: OperatorId | null
  action: string
  entity: string
  entity_id: bigint | null
  was: unknown
  became: unknown
}

export interface AuditLinkRow {
  link_id: number
  first_audit: bigint
  last_audit: bigint
  previous_hash: Buffer
  hash: Buffer
  linked_at: Instant
}

export interface BillingPartitionRow {
  partition: number
  major: bigint
  minor: bigint
  billed_until: Instant
  fence: bigint
  holder: string | null
}

export interface BillingProcessRow {
  process: string
  beat: bigint
}

export interface BlockedDeviceRow {
  device_id: string
  reason: string
  blocked_at: Instant
  blocked_by: OperatorId | null
}

export interface CampaignRow {
  campaign_id: CampaignId
  customer_id: CustomerId
  name: string
  camp_type: 'IOS' | 'AOS' | 'BOTH' | 'WEB'
  budget_micros: Micros
  spent_micros: Micros
  comment: string
  default_time: string
  url_ios: string
  url_aos: string
  countries: string[]
  registered_at: Instant
  updated_at: Instant
  postback_events: string[]
}

export interface CampaignInstallRow {
  campaign_id: CampaignId
  device_id: string
  installed_at: Instant
}

export interface CaseLogRow {
  case_log_id: bigint
  case_id: number
  at: Instant
  action: 'OPENED' | 'EXTENDED' | 'APPEALED' | 'CONFIRMED' | 'RELEASED'
  operator_id: OperatorId | null
  text: string
}

export interface ChargeRow {
  offer_id: string
  received_at: Instant
  price_micros: Micros
  publisher_micros: Micros
  user_micros: Micros
  transfer_id: bigint
  issue_day: Day
  ad_id: AdId | null
  medium_id: MediumId | null
  action: 'IMPRESSION' | 'WATCH' | 'CLICK' | 'INSTALL' | 'ACTION'
  device_id: string | null
  country: string
  runner_up: boolean
}

export interface ContactMessageRow {
  message_id: number
  customer_id: CustomerId | null
  name: string
  email: string
  company: string
  mobile: string
  message: string
  received_at: Instant
  closed_at: Instant | null
  closed_by: OperatorId | null
}

export interface CorrectedChargeRow {
  transfer_id: bigint
  offer_id: string
  volts_micros: Micros
  issue_day: Day
  action: 'IMPRESSION' | 'WATCH' | 'CLICK' | 'INSTALL' | 'ACTION'
}

export interface CorrectionRow {
  correction_id: number
  medium_id: MediumId | null
  ad_id: AdId | null
  device_id: string | null
  rule: string | null
  from_at: Instant
  to_at: Instant
  reason: string
  charges: number
  price_micros: Micros
  operator_id: OperatorId
  corrected_at: Instant
}

export interface CorrectionTransferRow {
  transfer_id: bigint
  correction_id: number
  advertiser_id: CustomerId
  publisher_id: CustomerId
  charges: number
  price_micros: Micros
  publisher_micros: Micros
  is_after_close: boolean
}

export interface CountedEventRow {
  issue_day: Day
  offer_id: string
  action: string
  received_at: Instant
}

export interface CustomerRow {
  customer_id: CustomerId
  type: 'ADVERTISER' | 'PUBLISHER'
  email: string
  email_key: string
  password_hash: string
  first_name: string
  last_name: string
  company: string
  timezone: Zone
  country_code: string
  mobile_number: string
  postback_secret: Buffer
  blocked_at: Instant | null
  blocked_reason: string
  is_demo: boolean
  registered_at: Instant
  updated_at: Instant
}

export interface DeviceDayRow {
  app_id: AppId
  utc_day: Day
  device_id: string
  quarters: string
}

export interface DeviceFirstSeenRow {
  app_id: AppId
  device_id: string
  seen_at: Instant
}

export interface DevicePlaceRow {
  app_id: AppId
  device_id: string
  ip_hash: Buffer | null
  placed_at: Instant
}

export interface DeviceVoltsRow {
  app_id: AppId
  partition: number
  balance_micros: Micros
  device_id: string
}

export interface DeviceWalletRow {
  app_id: AppId
  device_id: string
  key_hash: Buffer
  sealed_key: Buffer | null
  address: string | null
  address_set_at: Instant | null
}

export interface EventRow {
  issue_day: Day
  offer_id: string
  action: 'IMPRESSION' | 'WATCH' | 'CLICK' | 'INSTALL' | 'ACTION'
  received_at: Instant
  ad_id: AdId
  medium_id: MediumId
  device_id: string
  price_micros: Micros
  tx: string
  seq: bigint
  partition: number
  evidence: Buffer | null
  passthrough: string | null
}

export interface EventLogRow {
  only_row: boolean
  engine: 'POSTGRES' | 'JETSTREAM'
  network_id: string | null
}

export interface EventStreamRow {
  partition: number
  stream_created: string
  origin: bigint
}

export interface FileRow {
  file_id: bigint
  name: string
  customer_id: CustomerId | null
  folder: 'image' | 'video' | 'encoded' | 'poster' | 'icon' | 'bankbook' | 'certificate' | 'chart'
  content_type: string
  bytes_max: number
  is_private: boolean
  state: 'ISSUED' | 'RECEIVING' | 'STORED' | 'FAILED'
  bytes: number | null
  sha256: Buffer | null
  width: number | null
  height: number | null
  duration_ms: number | null
  made_from: bigint | null
  original_name: string
  issued_at: Instant
  expires_at: Instant
  stored_at: Instant | null
  width_max_px: number | null
  height_max_px: number | null
}

export interface FillRollupRow {
  medium_id: MediumId
  utc_day: Day
  country: string
  outcome: string
  counts: number[]
}

export interface HumanChallengeUsedRow {
  challenge_hash: Buffer
  expires_at: Instant
}

export interface HumanPassRow {
  pass_hash: Buffer
  expires_at: Instant
  used_for: string[]
}

export interface IdempotencyKeyRow {
  customer_id: CustomerId | null
  operator_id: OperatorId | null
  key: string
  call: string
  body_hash: Buffer
  made_at: Instant
  status: number | null
  reply: string | null
}

export interface InvalidRollupRow {
  reason: string
  medium_id: MediumId
  utc_day: Day
  count: bigint
  quarter: number
}

export interface InvalidRollupDeltaRow {
  reason: string
  medium_id: MediumId
  utc_day: Day
  count: bigint
  posted_at: Instant
  quarter: number
}

export interface JobRow {
  job_id: bigint
  kind: string
  payload: unknown
  unique_key: string | null
  run_at: Instant
  leased_until: Instant | null
  attempts: number
  attempts_max: number
  finished_at: Instant | null
  error: string
}

export interface JudgedEventRow {
  issue_day: Day
  offer_id: string
  action: string
  rule: string
  mode: 'ENFORCE' | 'OBSERVE'
  received_at: Instant
  ad_id: AdId
  medium_id: MediumId
}

export interface LedgerAccountRow {
  account_id: bigint
  kind: 'CASH' | 'REVENUE' | 'RESERVED' | 'VOLTS' | 'VOLTS_RESERVED' | 'NETWORK' | 'OUTSIDE'
  customer_id: CustomerId | null
  app_id: AppId | null
  balance_micros: Micros
}

export interface LedgerEntryRow {
  entry_id: bigint
  transfer_id: bigint
  account_id: bigint
  amount_micros: Micros
}

export interface LedgerTransferRow {
  transfer_id: bigint
  key: string
  kind:
    | 'CREDIT'
    | 'DEBIT'
    | 'CHARGE'
    | 'PAYOUT_REQUEST'
    | 'PAYOUT_RELEASE'
    | 'PAYOUT_PAID'
    | 'CORRECTION'
    | 'WITHDRAW_REQUEST'
    | 'WITHDRAW_RETURN'
    | 'WITHDRAW_PAID'
  reason: string
  corrects: bigint | null
  posted_at: Instant
}

export interface LedgerUnfoldedRow {
  account_id: bigint
  amount_micros: Micros
  posted_at: Instant
}

export interface MailRow {
  mail_id: bigint
  recipient: string
  subject: string
  text: string | null
  html: string | null
  links: string[] | null
  created_at: Instant
  sent_at: Instant | null
  attempts: number
  error: string
  sealed: Buffer | null
}

export interface MailTokenRow {
  token_hash: Buffer
  kind: 'signup' | 'findpw'
  email: string
  email_key: string
  customer_id: CustomerId | null
  issued_at: Instant
  expires_at: Instant
  used_at: Instant | null
  replaced_at: Instant | null
}

export interface MarketRollupRow {
  utc_day: Day
  product: string
  platform: string
  country: string
  adult: boolean
  outcome: string
  counts: number[]
}

export interface MediumRow {
  medium_id: MediumId
  app_id: AppId
  name: string
  product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO'
  active: boolean
  reward: string
  rewards: number
  registered_at: Instant
  updated_at: Instant
}

export interface MediumCallbackRow {
  medium_id: MediumId
  url: string
  host: string
  active: boolean
  sealed_secret: Buffer
  updated_at: Instant
}

export interface MediumCountryDayRow {
  medium_id: MediumId
  utc_day: Day
  country: string
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  unpaid: number
  revenue_micros: Micros
}

export interface MediumCountryQuarterRow {
  medium_id: MediumId
  utc_day: Day
  quarter: number
  country: string
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  unpaid: number
  revenue_micros: Micros
}

export interface MediumRollupRow {
  medium_id: MediumId
  utc_day: Day
  impressions: number[]
  clicks: number[]
  watches: number[]
  installs: number[]
  actions: number[]
  unpaid: number[]
  revenue_micros: Micros[]
}

export interface MediumRollupDeltaRow {
  medium_id: MediumId
  utc_day: Day
  quarter: number
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  unpaid: number
  revenue_micros: Micros
  posted_at: Instant
  country: string
}

export interface MigrationRow {
  number: number
  name: string
  applied_at: Instant
}

export interface MonthProofRow {
  month: Day
  leaves: bigint
  root: Buffer
  previous: Buffer | null
  last_transfer: bigint
  jws: string
  proved_at: Instant
}

export interface MonthProofAppRow {
  month: Day
  app_id: AppId
  name: string
}

export interface MonthProofCustomerRow {
  month: Day
  customer_id: CustomerId
  leaves: bigint
  root: Buffer
  blind: Buffer
  sum_micros: Micros
}

export interface NoServeRollupRow {
  reason: string
  ad_id: AdId
  utc_day: Day
  count: bigint
}

export interface OperatorRow {
  operator_id: OperatorId
  email: string
  email_key: string
  password_hash: string
  admin_group: 'ADMINISTRATORS' | 'USERS'
  registered_at: Instant
}

export interface PayoutAccountRow {
  customer_id: CustomerId
  name: string
  bank: string
  number: string
  country_code: string
  mobile_number: string
  bank_book: string
  certificate: string
  changed_at: Instant
  updated_at: Instant
}

export interface PayoutRequestRow {
  request_id: PayoutRequestId
  customer_id: CustomerId
  window_month: Day
  amount_won: BigWon
  status: 'WAITING' | 'COMPLETE' | 'HOLD' | 'RELEASED'
  reason: string
  name: string
  bank: string
  number: string
  account_changed: boolean
  requested_at: Instant
  answered_at: Instant | null
  answered_by: OperatorId | null
  held_micros: Micros
}

export interface PostbackRow {
  postback_id: bigint
  campaign_id: CampaignId
  received_at: Instant
  kind: 'INSTALL' | 'ACTION'
  issue_day: Day
  offer_id: string
  click_id: string
  event: string
  reason: '' | 'not_listed' | 'repeated' | 'bad_token' | 'expired_click'
}

export interface PostbackTokenRow {
  token_id: number
  campaign_id: CampaignId
  sealed_token: Buffer
  valid_until: Instant | null
}

export interface QualityCaseRow {
  case_id: number
  medium_id: MediumId
  origin: 'DETECTOR' | 'OPERATOR'
  status: 'OPEN' | 'CONFIRMED' | 'RELEASED'
  from_at: Instant
  to_at: Instant
  signals: unknown
  reason: string
  opened_by: OperatorId | null
  opened_at: Instant
  amount_micros: Micros | null
  events: bigint | null
  answer: string
  decided_by: OperatorId | null
  decided_at: Instant | null
  correction_id: number | null
  appeal: string
  appealed_at: Instant | null
}

export interface RequestRollupRow {
  medium_id: MediumId
  utc_day: Day
  answer: string
  count: bigint
  quarters: number[]
}

export interface RevenueMonthRow {
  customer_id: CustomerId
  month: Day
  revenue_micros: Micros
  impressions: bigint
  closed_at: Instant
}

export interface RewardCallbackRow {
  event_id: string
  medium_id: MediumId
  user_id: string
  custom: string
  reward: string
  rewards: number
  watched_at: Instant
  status: 'WAITING' | 'DELIVERED' | 'FAILED'
  tries: number
  planned: number
  next_try_at: Instant | null
  leased_until: Instant | null
  lease: number
  http_status: number
  ms: number
  body: string
}

export interface RuleSettingRow {
  rule: string
  since: Instant
  threshold: number | null
  mode: 'ENFORCE' | 'OBSERVE'
}

export interface SessionRow {
  session_id: bigint
  customer_id: CustomerId | null
  operator_id: OperatorId | null
  session_key_hash: Buffer
  started_at: Instant
  password_confirmed_at: Instant | null
  ended_at: Instant | null
  ended_by: 'SIGNOUT' | 'SIGNIN' | 'PASSWORD' | 'BLOCK' | null
}

export interface SettingRow {
  key: string
  value: unknown
  updated_at: Instant
}

export interface ShownBatchRow {
  utc_day: Day
  written_at: Instant
  process: string
  number: number
  impressions: string
}

export interface SignalRollupRow {
  signal: string
  medium_id: MediumId
  utc_day: Day
  count: bigint
}

export interface SigninAddressRow {
  customer_id: CustomerId
  ip_hash: Buffer
  utc_day: Day
  signed_in_at: Instant
}

export interface SigninNetworkRow {
  key: string
  signed_in_at: Instant
}

export interface ThrottleRow {
  key: string
  failures: number
  blocked_until: Instant
  forget_at: Instant
}

export interface ThrottleTryRow {
  try_id: bigint
  key: string
  tried_at: Instant
}

export interface TrafficBatchRow {
  traffic_batch_id: bigint
  hour_at: Instant
  events: Buffer
}

export interface UnchargedEventRow {
  offer_id: string
  received_at: Instant
  price_micros: Micros
  issue_day: Day
  ad_id: AdId
  medium_id: MediumId
  action: 'IMPRESSION' | 'WATCH' | 'CLICK' | 'INSTALL' | 'ACTION'
  status: 'UNPAID' | 'INVALID'
  rule: string
  country: string
  device_id: string
  runner_up: boolean
}

export interface UnitHourRow {
  hour_at: Instant
  medium_id: MediumId
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  invalid: number
  reported: number
  addressed: number
  mismatched: number
  devices: number
  new_devices: number
  gap_devices: number
  regular_devices: number
  install_times: number[]
  countries: unknown
  addresses: unknown
  networks: unknown
}

export interface VerificationCodeRow {
  email_key: string
  code_hash: Buffer
  tries: number
  issued_at: Instant
  expires_at: Instant
  used_at: Instant | null
}

export interface VideoJobRow {
  file_id: bigint
  state: 'WAITING' | 'COMPLETE' | 'ERROR'
  output_name: string | null
  poster_name: string | null
  error: string
  asked_at: Instant
  finished_at: Instant | null
}

export interface WaitingEventRow {
  issue_day: Day
  offer_id: string
  action: 'IMPRESSION' | 'WATCH' | 'CLICK' | 'INSTALL' | 'ACTION'
  received_at: Instant
  partition: number
  ad_id: AdId
  medium_id: MediumId
  device_id: string
  price_micros: Micros
  major: bigint
  minor: bigint
  evidence: Buffer | null
  passthrough: string | null
}

export interface WithdrawPoolRow {
  only_row: boolean
  volts: bigint
}

export interface WithdrawalRow {
  withdraw_id: number
  app_id: AppId
  device_id: string
  address: string
  volts: bigint
  status: 'WAITING' | 'PAID' | 'RETURNED'
  transaction: string
  reason: string
  operator_id: OperatorId | null
  requested_at: Instant
  settled_at: Instant | null
}

export interface WrongCodeDayRow {
  customer_id: CustomerId
  day: Day
  wrong: number
}
