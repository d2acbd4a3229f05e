using System;
using System.Globalization;
using System.IO;
using System.Net;
using System.Text;
using Voltline;

/// <summary>Walks through every call from a terminal: SERVER API_KEY DEVICE UNIT REWARD_KEY.</summary>
public static class ConsoleSample
{
    private static TextWriter output;

    public static void Main(string[] args)
    {
        output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true };
        var voltline = new VoltlineClient(args[0], args[1], args[2], "AOS", new ConsoleTransport());
        voltline.Session("KR", "1.0", answer => output.WriteLine("session " + answer.Code));
        voltline.RequestAd(long.Parse(args[3]), "KR", true, answer => Show(voltline, answer));
        for (int time = 0; time < 2; time++)
        {
            voltline.AppReward(args[4], answer =>
            {
                if (answer.IsGood) Print("app reward", answer.Value);
                else output.WriteLine("app reward " + answer.Code);
            });
        }
        voltline.Volts(answer => output.WriteLine("volts " + answer.Value.ToString("0.0#####", CultureInfo.InvariantCulture)));
        voltline.RequestAd(999999999, null, false, answer => output.WriteLine("unknown unit " + answer.Code));
    }

    private static void Show(VoltlineClient voltline, Answer<Ad> answer)
    {
        Ad ad = answer.Value;
        output.WriteLine("ad " + ad.Product + " " + ad.Name + " test=" + (ad.IsTest ? "true" : "false")
            + " materials=" + ad.Materials.Count);
        output.WriteLine("click " + ad.ClickUrl);
        voltline.Report(ad, VoltlineClient.Impression, done => Print("impression", done.Value));
        voltline.Report(ad, VoltlineClient.Impression, done => Print("impression again", done.Value));
        voltline.Report(ad, VoltlineClient.Watch, done => Print("watch", done.Value));
    }

    private static void Print(string what, Reward reward)
    {
        string earned = reward == null ? "no reward" : reward.Name + " x " + reward.Count;
        string receipt = reward == null || reward.Receipt == null ? "" : " receipt=" + reward.Receipt;
        output.WriteLine(what + ": " + earned + receipt);
    }

    /// <summary>Blocks until the response arrives; in a game use the transport of the Unity sample.</summary>
    private sealed class ConsoleTransport : IVoltlineTransport
    {
        public void Send(string url, string apiKey, string jsonBody, Action<int, string> done)
        {
            var request = (HttpWebRequest)WebRequest.Create(url);
            request.Headers["X-Api-Key"] = apiKey;
            try
            {
                if (jsonBody != null)
                {
                    byte[] bytes = Encoding.UTF8.GetBytes(jsonBody);
                    request.Method = "POST";
                    request.ContentType = "application/json";
                    using (Stream body = request.GetRequestStream()) body.Write(bytes, 0, bytes.Length);
                }
                Finish((HttpWebResponse)request.GetResponse(), done);
            }
            catch (WebException failure)
            {
                var refused = failure.Response as HttpWebResponse;
                if (refused == null) done(0, "");
                else Finish(refused, done);
            }
        }

        private static void Finish(HttpWebResponse response, Action<int, string> done)
        {
            string text;
            using (var reader = new StreamReader(response.GetResponseStream(), Encoding.UTF8)) text = reader.ReadToEnd();
            done((int)response.StatusCode, text);
        }
    }
}
