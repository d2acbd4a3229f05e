import type { FastifyRequest } from 'fastify'

export interface DeclaredFileEntry {
  name: string
  type: string
}

/** What the caller sent cannot be read as a form. */
export class BadForm extends Error {}

/**
 * Reads a form's fields, and of its files only name and type: the bytes come later, by PUT.
 * The body's size, parts and fields are capped where the multipart plugin is registered.
 */
export async function readMultipart(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; files: DeclaredFileEntry[] }> {
  const fields: Record<string, string> = Object.create(null)
  const files: DeclaredFileEntry[] = []
  if (!request.isMultipart()) {
    throw new BadForm('The body is multipart/form-data.')
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname === 'uploadFiles') files.push({ name: part.filename, type: part.mimetype })
        part.file.resume()
      } else if (typeof part.value === 'string') {
        fields[part.fieldname] = part.value
      }
    }
  } catch (fault) {
    throw new BadForm(fault instanceof Error ? fault.message : 'The form cannot be read.')
  }
  return { fields: { ...fields }, files }
}
