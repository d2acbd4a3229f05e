import type pg from 'pg'

/** What the driver knows of COPY, which its types do not tell. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Writes rows with COPY, in the text format: the fastest way in that the server has. */
export function copyRows(client: pg.Client, statement: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let fault: Error | undefined
    const submittable = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(rows))
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError(failed: Error) {
        fault = failed
        reject(failed)
      },
      handleReadyForQuery: () => {
        if (!fault) resolve()
      },
    }
    client.query(submittable as unknown as pg.Submittable)
  })
}
