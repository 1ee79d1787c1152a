/** `mapcoded completion`: scripts that complete commands and options in a shell, from their declarations. */
import { Argument, type Command, type Option } from "commander";
import { alphabets } from "../index.ts";

const HELP = `
Examples, for the file that your shell reads at its start:
  source <(mapcoded completion bash)             in ~/.bashrc
  source <(mapcoded completion zsh)              in ~/.zshrc, after compinit
  mapcoded completion fish | source              in ~/.config/fish/config.fish`;

/** An option as the scripts need it. */
interface CompletedOption {
  /** `--to`, and `-o` if it has one. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The values that it can have; empty if there is no list. */
  readonly values: readonly string[];
}

interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** The values of its first argument. */
  readonly values: readonly string[];
}

function completedOption(option: Option): CompletedOption {
  const values = option.long === "--alphabet" ? alphabets() : (option.argChoices ?? []);
  return {
    names: [option.long, option.short].filter((name) => name !== undefined && name !== null),
    description: option.description,
    takesValue: option.required || option.optional,
    values,
  };
}

/** A command with the options of its own commands, whose names are values of its first argument. */
function completedCommand(command: Command): CompletedCommand {
  const inner = command.commands.map(completedCommand);
  const own = command.createHelp().visibleOptions(command).map(completedOption);
  const all = [...own, ...inner.flatMap((one) => one.options)];
  const options = Array.from(new Map(all.map((option) => [option.names.join(), option])).values());
  const values = [
    ...(command.registeredArguments[0]?.argChoices ?? []),
    ...inner.map(({ name }) => name),
  ];
  return { name: command.name(), description: command.description(), options, values };
}

function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.createHelp().visibleCommands(program).map(completedCommand);
}

/** In single quotes, for all three shells. */
function quotedWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bashCases(commands: readonly CompletedCommand[]): readonly string[] {
  return commands.flatMap(({ name, options, values }) => [
    ...options
      .filter(({ takesValue }) => takesValue)
      .map(({ names, values: choices }) => {
        const patterns = names.map((option) => `"${name} ${option}"`).join("|");
        // Without a list, the shell completes the names of files.
        return `    ${patterns}) words=${quotedWord(choices.join(" "))} ;;`;
      }),
    `    "${name} "*)`,
    `      case $current in`,
    `        -*) words=${quotedWord(options.flatMap(({ names }) => names).join(" "))} ;;`,
    `        *) words=${quotedWord(values.join(" "))} ;;`,
    `      esac ;;`,
  ]);
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# Completes mapcoded in bash.
_mapcoded() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quotedWord(names)}
  else
    case "\${COMP_WORDS[1]} $previous" in
${bashCases(commands).join("\n")}
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -F _mapcoded mapcoded
`;
}

/** Characters that end a part of a specification of _arguments. */
function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}

function zshOptions({ options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ names, description, takesValue, values }) => {
    const action = values.length > 0 ? `(${values.join(" ")})` : "_files";
    const value = takesValue ? `:value:${action}` : "";
    return names.map((name) => quotedWord(`${name}[${zshText(description)}]${value}`));
  });
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, description }) => {
    return `    ${quotedWord(`${name}:${zshText(description)}`)}`;
  });
  const cases = commands.map((command) => {
    const { name, values } = command;
    const rest = quotedWord(values.length > 0 ? `*:value:(${values.join(" ")})` : "*:file:_files");
    const lines = [...zshOptions(command), rest].map((text) => `        ${text}`);
    return `    ${name})\n      _arguments \\\n${lines.join(" \\\n")} ;;`;
  });
  return `#compdef mapcoded
# Completes mapcoded in zsh.
_mapcoded() {
  local -a commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
  esac
}
compdef _mapcoded mapcoded
`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, description, options, values }) => {
    const isUsed = `-n ${quotedWord(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c mapcoded -n __fish_use_subcommand -f -a ${name} -d ${quotedWord(description)}`,
      ...(values.length > 0
        ? [`complete -c mapcoded ${isUsed} -f -a ${quotedWord(values.join(" "))}`]
        : []),
      ...options.map(({ names, description: text, takesValue, values: choices }) => {
        const flags = names.map((option) => {
          return option.startsWith("--") ? `-l ${option.slice(2)}` : `-s ${option.slice(1)}`;
        });
        const list = choices.length > 0 ? `-x -a ${quotedWord(choices.join(" "))}` : "-r";
        const value = takesValue ? ` ${list}` : "";
        return `complete -c mapcoded ${isUsed} ${flags.join(" ")}${value} -d ${quotedWord(text)}`;
      }),
    ];
  });
  return `# Completes mapcoded in fish.\n${lines.join("\n")}\n`;
}

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Adds the command. All other commands must have been added before it runs. */
export function addCompletion(program: Command, write: (text: string) => void): void {
  program
    .command("completion")
    .description("print a script that completes commands and options in your shell")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(SCRIPTS)))
    .addHelpText("after", HELP)
    .action((shell: string) => write(SCRIPTS[shell](completedCommands(program))));
}
