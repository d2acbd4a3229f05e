/** Ranks are kept in buckets of 1/16 octave: precise enough to bid by, and few enough to keep for months. */
export const bucketsPerOctave = 16
/** Ranks are micro-won per impression. No legal bid reaches 2^63 of them. */
const bucketMax = 1_023
/** There was no runner-up. */
export const noBucket = -1

/** The bucket of a rank; what is below one micro-won per impression is in the first. */
export const bucketOf = (rank: number): number =>
  rank <= 1 ? 0 : Math.min(bucketMax, Math.floor(bucketsPerOctave * Math.log2(rank)))

/** The rank at which a bucket begins; it ends where the next one begins. */
export const bucketStart = (bucket: number): number => 2 ** (bucket / bucketsPerOctave)

/** The rank in the middle of a bucket, on the logarithmic scale. */
export const bucketMiddle = (bucket: number): number => 2 ** ((bucket + 0.5) / bucketsPerOctave)
