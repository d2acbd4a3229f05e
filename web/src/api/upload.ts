/** Uploads a file to a signed link. Any status but 200 is a failure. */
export function putFile(
  uploadURL: string,
  file: Blob,
  onProgress: (sentBytes: number) => void = () => {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    // The link names the server by its public address; the page may have been opened by another name of it.
    const { pathname, search } = new URL(uploadURL, location.href)
    request.open('PUT', `${pathname}${search}`)
    request.setRequestHeader('Content-Type', file.type)
    // Only XMLHttpRequest reports upload progress.
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded))
    request.addEventListener('load', () => resolve(request.status === 200))
    request.addEventListener('error', () => resolve(false))
    request.addEventListener('abort', () => resolve(false))
    request.send(file)
  })
}
