/** As in package.json; the build compares them. */
export const sdkVersion = '0.2.0'
