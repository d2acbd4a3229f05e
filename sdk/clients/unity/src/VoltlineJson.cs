using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Voltline
{
    /// <summary>A minimal JSON parser for the wire format; Unity 5.1 has none.</summary>
    internal sealed class VoltlineJson
    {
        private const int DepthMax = 32;

        private readonly string text;
        private int at;

        private VoltlineJson(string text)
        {
            this.text = text;
        }

        /// <summary>Throws FormatException if the text is not a JSON object.</summary>
        public static Dictionary<string, object> ReadObject(string text)
        {
            var json = new VoltlineJson(text);
            var read = json.Value(0) as Dictionary<string, object>;
            json.SkipSpace();
            if (read == null || json.at != text.Length) throw new FormatException("no JSON object");
            return read;
        }

        /// <summary>Pairs of a name and a string, number or boolean; null values are omitted.</summary>
        public static string Write(params object[] pairs)
        {
            var written = new StringBuilder("{");
            for (int i = 0; i < pairs.Length; i += 2)
            {
                if (pairs[i + 1] == null) continue;
                if (written.Length > 1) written.Append(',');
                Quote((string)pairs[i], written);
                written.Append(':');
                var value = pairs[i + 1] as string;
                if (value != null) Quote(value, written);
                else if (pairs[i + 1] is bool) written.Append((bool)pairs[i + 1] ? "true" : "false");
                else written.Append(Convert.ToString(pairs[i + 1], CultureInfo.InvariantCulture));
            }
            return written.Append('}').ToString();
        }

        private static void Quote(string value, StringBuilder written)
        {
            written.Append('"');
            foreach (char c in value)
            {
                if (c == '"' || c == '\\') written.Append('\\').Append(c);
                else if (c < ' ') written.Append("\\u").Append(((int)c).ToString("x4"));
                else written.Append(c);
            }
            written.Append('"');
        }

        private object Value(int depth)
        {
            if (depth > DepthMax) throw new FormatException("too deep");
            SkipSpace();
            char c = Peek();
            if (c == '{') return Object(depth);
            if (c == '[') return List(depth);
            if (c == '"') return String();
            if (Took("true")) return true;
            if (Took("false")) return false;
            if (Took("null")) return null;
            return Number();
        }

        private bool Took(string word)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) return false;
            at += word.Length;
            return true;
        }

        private Dictionary<string, object> Object(int depth)
        {
            var read = new Dictionary<string, object>();
            Take('{');
            while (Next('}', read.Count == 0))
            {
                string key = String();
                SkipSpace();
                Take(':');
                read[key] = Value(depth + 1);
            }
            return read;
        }

        private List<object> List(int depth)
        {
            var read = new List<object>();
            Take('[');
            while (Next(']', read.Count == 0)) read.Add(Value(depth + 1));
            return read;
        }

        /// <summary>Whether another member follows; consumes the comma before it, or the end.</summary>
        private bool Next(char end, bool first)
        {
            SkipSpace();
            if (Peek() == end)
            {
                at++;
                return false;
            }
            if (!first) Take(',');
            SkipSpace();
            return true;
        }

        private string String()
        {
            Take('"');
            var read = new StringBuilder();
            for (char c = Peek(); c != '"'; c = Peek())
            {
                at++;
                read.Append(c == '\\' ? Escaped() : c);
            }
            at++;
            return read.ToString();
        }

        private char Escaped()
        {
            char c = Peek();
            at++;
            switch (c)
            {
                case 'n': return '\n';
                case 't': return '\t';
                case 'r': return '\r';
                case 'b': return '\b';
                case 'f': return '\f';
                case 'u':
                    if (at + 4 > text.Length) throw new FormatException("ends too early");
                    at += 4;
                    return (char)int.Parse(text.Substring(at - 4, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
                default: return c;
            }
        }

        private double Number()
        {
            int from = at;
            while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
            return double.Parse(text.Substring(from, at - from), CultureInfo.InvariantCulture);
        }

        private void SkipSpace()
        {
            while (at < text.Length && char.IsWhiteSpace(text[at])) at++;
        }

        private char Peek()
        {
            if (at >= text.Length) throw new FormatException("ends too early");
            return text[at];
        }

        private void Take(char expected)
        {
            if (Peek() != expected) throw new FormatException("expected " + expected);
            at++;
        }
    }
}
