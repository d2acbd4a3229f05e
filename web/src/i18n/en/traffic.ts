/** How traffic is judged. The consoles and the public page about traffic quality share these texts. */
export const traffic = {
  unit: {
    ms: 'ms',
    clicks: 'clicks an hour',
    devices: 'new devices an hour',
    days: 'days',
  },
  amount: {
    ms: '{amount} ms',
    clicks: '{amount} clicks',
    devices: '{amount} new devices',
    days: '{amount} days',
  },
  rule: {
    too_soon: {
      name: 'Impression too soon',
      text: 'An impression less than {threshold} after its ad was served: an ad has to load and be in view for a second. For ads by VAST, less than 200 ms.',
    },
    not_visible: {
      name: 'Not in view',
      text: 'An impression of an ad that was in view for less than {threshold}, or by less than half, or that is smaller than 20 × 20 points.',
    },
    watch_too_short: {
      name: 'Watch too short',
      text: 'A watch that misses more than {threshold} of the video. Measured from the impression, which comes about a second into play, another second may be missing. A rewarded interstitial takes at least 2,000 ms.',
    },
    click_too_fast: {
      name: 'Click too fast',
      text: 'A click less than {threshold} after its impression.',
    },
    install_too_fast: {
      name: 'Install too fast',
      text: 'An install less than {threshold} after its click.',
    },
    action_too_fast: {
      name: 'Action too fast',
      text: 'An action less than {threshold} after its click.',
    },
    device_flood: {
      name: 'Flood from one device',
      text: 'Whatever one device sends in one app beyond {threshold} an hour or 500 impressions a day.',
    },
    address_flood: {
      name: 'Flood of new devices',
      text: 'Events of devices never seen before, once one address has brought {threshold} to one app within an hour. Devices that the app already knows are not counted.',
    },
    bot_agent: {
      name: 'Bot or tool',
      text: 'The user agent is a known bot or tool, or is missing when the ad’s link is opened. The HTTP libraries of apps are not tools.',
    },
    data_center: {
      name: 'Data centre',
      text: 'The address belongs to a hosting provider.',
    },
    own_click: {
      name: 'Own click',
      text: 'A click, watch or install from an address where the same publisher has signed in during the last {threshold}.',
    },
  },
  reason: {
    forged_offer: { name: 'Forged ad token', text: 'We did not issue the event’s token.' },
    expired_offer: { name: 'Expired ad token', text: 'The ad was served too long before the event.' },
    wrong_app: { name: 'Ad token of another app', text: 'The ad was served to another app.' },
    wrong_device: { name: 'Ad token of another device', text: 'The ad was served to another device.' },
    blocked_device: { name: 'Blocked device', text: 'We have blocked the device.' },
    forged_click: { name: 'Forged click ID', text: 'We did not issue the click ID.' },
    expired_click: {
      name: 'Expired click ID',
      text: 'The install or action came too long after its click.',
    },
    bad_signature: { name: 'Bad postback signature', text: 'The postback is not signed by the advertiser.' },
    no_impression: { name: 'No impression', text: 'A click or watch of an ad that was never shown.' },
    no_click: { name: 'No click', text: 'An install or action without a click.' },
    repeated_install: {
      name: 'Repeated install',
      text: 'The device has already installed from this campaign.',
    },
    unknown_ad: { name: 'Unknown ad', text: 'There is no such ad.' },
    unknown_medium: { name: 'Unknown unit', text: 'There is no such unit.' },
  },
  signal: {
    click_rate: {
      name: 'Click rate',
      text: 'Clicks were {value}% of impressions. At similar units it is {norm}%.',
    },
    watch_rate: {
      name: 'Watch rate',
      text: 'Watches were {value}% of impressions. At similar units it is {norm}%.',
    },
    install_rate: {
      name: 'Install rate',
      text: 'Installs were {value}% of clicks. At similar units it is {norm}%.',
    },
    address_share: {
      name: 'One address or network',
      text: '{value}% of the events came from one address or network. At similar units it is {norm}%.',
    },
    new_devices: {
      name: 'New devices',
      text: '{value}% of the devices had never been seen before. At similar units it is {norm}%.',
    },
    country_mismatch: {
      name: 'Other country',
      text: '{value}% of the requests named another country than that of their address. At similar units it is {norm}%.',
    },
    time_of_day: {
      name: 'Time of day',
      text: '{value}% of the events came at other hours than at similar units, where it is {norm}%.',
    },
    regular_gaps: {
      name: 'Regular gaps',
      text: '{value}% of the devices sent events at the beat of a clock. At similar units it is {norm}%.',
    },
    click_to_install: {
      name: 'Click to install',
      text: '{value}% of the installs came at other times after their click than at similar units, where it is {norm}%.',
    },
    invalid_share: {
      name: 'Invalid events',
      text: '{value}% of the events were invalid. At similar units it is {norm}%.',
    },
  },
  caseStatus: { OPEN: 'Open', CONFIRMED: 'Confirmed', RELEASED: 'Released' },
  byHand: 'Opened by hand',
  unitValue: 'This unit',
  norm: 'Similar units',
} as const
