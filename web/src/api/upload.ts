export interface Sent {
  ok: boolean
  /** What the server said about a refused file. */
  detail: string
}

function detailIn(body: string): string {
  try {
    const { detail } = JSON.parse(body)
    return typeof detail === 'string' ? detail : ''
  } catch {
    return ''
  }
}

/** Uploads a file to a signed link. Any status but 200 is a failure. */
export function sendFile(
  uploadURL: string,
  file: Blob,
  onProgress: (sentBytes: number) => void = () => {},
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const lost = () => resolve({ ok: false, detail: '' })
    // The link names the server by its public address; the page may have been opened by another name of it.
    const { pathname, search } = new URL(uploadURL, location.href)
    request.open('PUT', `${pathname}${search}`)
    request.setRequestHeader('Content-Type', file.type)
    // Only XMLHttpRequest reports upload progress.
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded))
    request.addEventListener('load', () =>
      resolve({ ok: request.status === 200, detail: detailIn(request.responseText) }),
    )
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    request.send(file)
  })
}

/** The same, where only success matters. */
export const putFile = async (...upload: Parameters<typeof sendFile>): Promise<boolean> =>
  (await sendFile(...upload)).ok
