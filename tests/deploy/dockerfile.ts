export interface Step {
  instruction: string
  text: string
}

export interface Stage {
  name: string
  steps: Step[]
}

/** Reads the stages of a Dockerfile: comments left out, continued lines joined. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? '', steps: [] })
    } else {
      // What stands before the first stage names the image that every stage begins with.
      stages.at(-1)?.steps.push({ instruction, text: rest })
    }
  }
  return stages
}
