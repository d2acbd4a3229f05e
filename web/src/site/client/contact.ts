export function watchContactForm(_form: HTMLFormElement): void {}
