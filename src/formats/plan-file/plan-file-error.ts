/**
 * Why a file is not a plan: a code, the path of the value in the file, with the field names that the file itself uses,
 * and the parameters of the message.
 */
export interface PlanFileError {
  code:
    | 'blank_file'
    | 'too_large'
    | 'too_deep'
    | 'too_many_values'
    | 'too_many_lines'
    | 'cut_off'
    | 'bad_json'
    | 'bad_yaml'
    | 'yaml_too_large'
    | 'bad_encoding'
    | 'no_text'
    | 'not_a_plan'
    | 'unknown_shape'
    | 'unknown_version'
    | 'no_steps'
    | 'too_many_steps'
    | 'nested_too_deep'
    | 'missing'
    | 'misspelt'
    | 'not_a_step'
    | 'not_text'
    | 'not_a_count'
    | 'no_step_list'
    | 'no_id_list'
    | 'not_an_object'
    | 'not_yes_or_no'
    | 'number_too_large'
    | 'blank'
    | 'too_long'
    | 'bad_status'
    | 'bad_plan_status'
    | 'bad_time'
    | 'duplicate_id'
    | 'unknown_dependency'
    | 'cycle'
    | 'self_dependency'
    | 'unfinished'
    | 'times';
  /**
   * A path such as `steps[3].status`, with its `line` in `params` if that is known; empty for a line as a whole
   * (`line`, `column` in `params`) or the whole file.
   */
  path: string;
  params: Readonly<Record<string, string | number>>;
}
