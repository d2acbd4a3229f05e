/** Ids are positive integers. The brand keeps an ad's id from being passed as a campaign's. */
export type Id<Name extends string> = number & { readonly id: Name }

export type CustomerId = Id<'customer'>
export type OperatorId = Id<'operator'>
export type CampaignId = Id<'campaign'>
export type AdId = Id<'ad'>
export type AppId = Id<'app'>
export type MediumId = Id<'medium'>
export type AppRewardId = Id<'app-reward'>
export type PayoutRequestId = Id<'payout-request'>
