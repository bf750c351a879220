/** Types are stripped by the compiler itself; styles go to a file, because the content policy allows no inline ones. */
export default {
  compilerOptions: { runes: true },
};
